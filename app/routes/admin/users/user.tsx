import { z } from 'zod'
import { DELETED_USER, readUser, readUserDetails } from '~/domain/accounts/users.queries.server'
import { latestAudit } from '~/domain/audit/queries.server'
import { profileImageUrl } from '~/domain/files/rules'
import { CELL_TYPES } from '~/domain/grid/layout'
import { addNote } from '~/domain/notes/commands.server'
import { readNotes } from '~/domain/notes/queries.server'
import { NoteForm } from '~/domain/notes/schema'
import { capitalize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, notFound, orRedirectDeleted, redirectDeleted } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { AuditLink } from '~/ui/audit-link'
import { ButtonLink, DialogLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { Avatar } from '~/ui/layout/avatar'
import { pageTitle } from '~/ui/layout/page-meta'
import { Money } from '~/ui/money'
import { NotesCard } from '~/ui/notes'
import { OrderLinks } from '~/ui/orders/links'
import { SessionList } from '~/ui/setting/session-list'
import { Time } from '~/ui/time'
import { UserAudit, UserInvitations } from '~/ui/users/details'
import type { Route } from './+types/user'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('User Details') }]

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
	const submission = parseForm(await readForm(request), NoteForm)
	if (submission.status !== 'success') {
		if (submission.reply().error?.['intent']) throw badRequest()
		return formReply(submission)
	}
	const { note } = submission.value
	const by = { actorId: admin.id, now: currentCaller().now }
	const add = () => addNote({ type: 'account', id: userId }, note, by)
	const outcome = await catchUnexpected(add)
	if (!outcome.ok) {
		if ('code' in outcome && outcome.code === 'unknown') {
			return await redirectDeleted(userId, DELETED_USER, note)
		}
		return formReply(submission, outcome)
	}
	const path = `/admin/userManagement/${userId}`
	throw await redirectWithFlash(path, 'The note is added.')
}

export default function User({ loaderData, actionData }: Route.ComponentProps) {
	const { user, details, audit, notes, isSelf } = loaderData
	const path = `/admin/userManagement/${user.id}`
	return (
		<DialogPage title="User Details" backHref="/admin/userManagement" backLabel="All users" wide>
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
			<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
				<div className="grid gap-4">
					<PersonCard user={user} hasSecondFactor={details.hasSecondFactor} />
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
					>
						<OrderLinks orders={details.orders} empty="This user has no orders." />
					</Card>
					<Card title="Invitations">
						<UserInvitations invitations={details.invitations} />
					</Card>
					<Card title="Audit" aside={<AuditLink subject={user.id} />}>
						<UserAudit entries={audit} />
					</Card>
				</div>
				<div className="grid gap-4">
					<Card title="Pixels">
						<Facts
							items={[
								...CELL_TYPES.map(type => [capitalize(type), details.byType[type]] as const),
								['Total Pixels', user.totalPixels],
								['Total Price', <Money key="price" pence={user.totalPence} words />],
							]}
						/>
					</Card>
					<NotesCard notes={notes} of="user" refused={actionData} />
					<Card title="Sessions" flush>
						{details.sessions.length > 0 ? (
							<SessionList sessions={details.sessions} />
						) : (
							<p className="px-5 pb-5 text-sm text-muted">Nobody is signed in to this account.</p>
						)}
					</Card>
				</div>
			</div>
		</DialogPage>
	)
}

type Data = Route.ComponentProps['loaderData']

function PersonCard({ user, hasSecondFactor }: { user: Data['user']; hasSecondFactor: boolean }) {
	return (
		<Card
			title={<span className="wrap-anywhere">{user.name}</span>}
			aside={<Avatar src={user.photo} size={64} alt={`Profile image of ${user.name}`} />}
		>
			<Facts
				items={[
					[
						'Email',
						<span key="email" className="wrap-anywhere">
							{user.email}
						</span>,
					],
					['Role', user.role === 'admin' ? 'Administrator' : 'Member'],
					['Phone', user.phone ?? 'None'],
					['Signs in with', signInLabel(user)],
					['Second factor', hasSecondFactor ? 'Set up' : 'None'],
					['Registered', <Time key="registered" at={user.createdAt} />],
				]}
			/>
		</Card>
	)
}

function signInLabel({ isGoogle, hasPassword }: { isGoogle: boolean; hasPassword: boolean }): string {
	if (isGoogle) return hasPassword ? 'Google, or a password' : 'Google'
	return 'A password'
}
