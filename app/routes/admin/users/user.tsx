import { z } from 'zod'
import { DELETED_USER, readUser, readUserDetails } from '~/domain/accounts/users.queries.server'
import { type AuditRow, latestAudit } from '~/domain/audit/queries.server'
import { profileImageUrl } from '~/domain/files/rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { CELL_TYPES, cellsByIds } from '~/domain/grid/layout'
import { addNote } from '~/domain/notes/commands.server'
import { readNotes } from '~/domain/notes/queries.server'
import { NoteForm } from '~/domain/notes/schema'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest, notFound, orRedirectDeleted, redirectDeleted } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { ButtonLink, DialogLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FigureStrip } from '~/ui/dashboard/figure-strip'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { PlaceMap } from '~/ui/grid/place-map'
import { Avatar } from '~/ui/layout/avatar'
import { type Column, Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { NotesCard } from '~/ui/notes'
import { MoneyMark } from '~/ui/orders/money-summary'
import { SessionList } from '~/ui/setting/session-list'
import { Time } from '~/ui/time'
import type { Route } from './+types/user'

const UserId = z.uuid()

const RECENT = 8

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const { userId } = params
	if (!UserId.safeParse(userId).success) throw notFound()
	const user = await orRedirectDeleted(await readUser(userId), userId, DELETED_USER)
	const [details, audit, notes] = await Promise.all([
		readUserDetails(user, Date.now()),
		latestAudit(userId, RECENT),
		readNotes({ type: 'account', id: userId }),
	])
	const photo = profileImageUrl(user.profileImageKey)
	return { user: { ...user, photo }, details, audit, notes, isSelf: user.id === admin.id }
}

export async function action({ request, params: { userId } }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	if (form.get('intent') !== 'add-note') throw badRequest()
	const by = { actorId: admin.id, now: currentCaller().now }
	const sent = await submitForm(
		form,
		NoteForm,
		({ note }) => addNote({ type: 'account', id: userId }, note, by),
		{ ifUnknown: () => redirectDeleted(userId, DELETED_USER, String(form.get('note'))) },
	)
	if (sent.ok) throw await redirectWithFlash(`/admin/userManagement/${userId}`, 'The note is added.')
	return sent.reply
}

export default function User({ loaderData, actionData }: Route.ComponentProps) {
	const { user, details, audit, notes, isSelf } = loaderData
	const { byType, sums } = details
	const types = CELL_TYPES.filter(type => byType[type] > 0)
	const path = `/admin/userManagement/${user.id}`
	return (
		<DialogPage title="User Details" backHref="/admin/userManagement" backLabel="All users" wide>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<Avatar src={user.photo} size={56} alt={`Profile image of ${user.name}`} />
				<div className="min-w-0 flex-1 basis-48 wrap-anywhere">
					<h2 className="text-lg!">{user.name}</h2>
					<p className="text-sm text-muted">{user.email}</p>
				</div>
				<div className="actions">
					{isSelf ? (
						<ButtonLink variant="secondary" href="/admin/setting">
							Your settings
						</ButtonLink>
					) : (
						<>
							<DialogLink variant="secondary" href={`${path}/edit`}>
								Edit
							</DialogLink>
							<DialogLink variant="secondary" href={`${path}/role`}>
								{user.role === 'admin' ? 'Make member' : 'Make administrator'}
							</DialogLink>
							<DialogLink variant="secondary" href={`${path}/delete`}>
								Delete
							</DialogLink>
						</>
					)}
				</div>
			</div>
			<FigureStrip
				items={[
					['Total Pixels', `${user.totalPixels}`, types.map(type => `${type}: ${byType[type]}`).join(', ')],
					['Total Price', user.totalPence, `${pluralize(sums.bought, 'order')} pending or approved`],
					['To review', sums.reviewPence, pluralize(sums.toReview, 'order')],
					['To send back', sums.sendBackPence, pluralize(sums.toSendBack, 'order')],
				]}
			/>
			<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
				<div className="grid gap-4">
					<Card
						title="Orders"
						aside={
							<a
								className="link link-alone text-sm"
								href={`/admin/transactions?${new URLSearchParams({ q: user.email })}`}
							>
								All orders
							</a>
						}
						flush
					>
						<Table caption="Orders" columns={ORDERS} rows={details.orders} empty="This user has no orders." />
					</Card>
					<Card title="Invitations" flush>
						<Table
							caption="Invitations"
							columns={INVITATIONS}
							rows={details.invitations}
							empty="This user has no invitations."
						/>
					</Card>
					<Card title="Record" aside={<AuditLink subject={user.id} />} flush>
						<UserAudit entries={audit} />
					</Card>
					<Card title="Sessions" flush>
						{details.sessions.length > 0 ? (
							<SessionList sessions={details.sessions} />
						) : (
							<p className="help px-4 pb-3">Nobody is logged in to this account.</p>
						)}
					</Card>
				</div>
				<div className="grid gap-4">
					<NotesCard notes={notes} of="user" refused={actionData} />
					<Card title="Account">
						<Facts
							items={{
								Role: user.role === 'admin' ? 'Administrator' : 'Member',
								Phone: user.phone ?? 'None',
								'Logs in with': signInLabel(user),
								'Two-factor authentication': details.hasSecondFactor ? 'On' : 'Off',
								Registered: <Time at={user.createdAt} dateOnly />,
							}}
						/>
					</Card>
					{details.cells.length > 0 ? (
						<Card title="Place on the grid">
							<PlaceMap
								cells={cellsByIds(details.cells)}
								label={`The grid; ${formatPixelCount(details.cells.length)} of this user filled`}
							/>
						</Card>
					) : null}
				</div>
			</div>
		</DialogPage>
	)
}

type Data = Route.ComponentProps['loaderData']

function signInLabel({ isGoogle, hasPassword }: { isGoogle: boolean; hasPassword: boolean }): string {
	if (isGoogle) return hasPassword ? 'Google, or a password' : 'Google'
	return 'A password'
}

/** The newest orders of the account. */
const ORDERS: Column<Data['details']['orders'][number]>[] = [
	{
		title: 'Order',
		cell: row => (
			<a className="link link-alone figures" href={`/admin/transactions/${row.id}`}>
				{row.reference}
			</a>
		),
	},
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} dateOnly />) },
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Received', figures: true, cell: row => <Money pence={row.money.receivedPence} /> },
	{ title: 'Money', cell: row => <MoneyMark order={row.money} /> },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
]

/** The newest invitations that the account has sent or received. */
const INVITATIONS: Column<Data['details']['invitations'][number]>[] = [
	{
		title: 'Recipient',
		cell: row => <span className="wrap-anywhere">{row.isSent ? row.recipientEmail : 'This user'}</span>,
	},
	{ title: 'Pixels', figures: true, cell: row => row.cells.toLocaleString('en-GB') },
	{ title: 'Date', cell: row => <Time at={row.createdAt} dateOnly /> },
	{ title: 'Until', cell: row => (row.until === null ? 'For good' : <Time at={row.until} dateOnly />) },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
]

/** The newest audit entries about an account, or by it. */
function UserAudit({ entries }: { entries: AuditRow[] }) {
	if (entries.length === 0) return <p className="help px-4 pb-3">Nothing is on record.</p>
	return (
		<ol className="record">
			{entries.map(({ id, at, what, actor, subject, kind }) => (
				<li key={id}>
					<Time at={at} short />{' '}
					<div className="wrap-anywhere">
						<strong className="font-semibold">{what}</strong>, {kind.toLowerCase()} {subject.label}
						{actor ? <small className="text-muted"> by {actor.name}</small> : null}
					</div>
				</li>
			))}
		</ol>
	)
}
