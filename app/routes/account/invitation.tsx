import { data, redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { findBlock } from '~/domain/creatives/queries.server'
import { managePath } from '~/domain/creatives/rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { decideTransfer } from '~/domain/transfers/commands.server'
import { type Invitation, type InvitationEnd, readInvitation } from '~/domain/transfers/queries.server'
import {
	CONFIRM_FROM_PENCE,
	DECIDED_MESSAGES,
	DECISION_BROKEN,
	invitationLabel,
	invitationPath,
	NOT_DECIDED,
} from '~/domain/transfers/rules'
import { InvitationForm } from '~/domain/transfers/schema'
import { getDashboardPath, requireAccount, safeRedirect } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { Button, ButtonLink } from '~/ui/button'
import { CertificateLink } from '~/ui/certificates/link'
import { DialogPage } from '~/ui/forms/dialog-page'
import { PlaceCard } from '~/ui/grid/place-card'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { Places } from '~/ui/orders/places'
import { Decide } from '~/ui/selling/invitations'
import { Time } from '~/ui/time'
import type { Route } from './+types/invitation'

/* One invitation, the same in both areas. */

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role } = account
	const invitation = await readInvitation(params.transferId, account, Date.now())
	const back = new URL(request.url).searchParams.get('returnTo')
	const returnTo = safeRedirect(back, getDashboardPath(role))
	const ids = invitation?.cells.map(({ id }) => id) ?? []
	const place = ids.length > 0 ? await readSurroundings(ids, account.id, Date.now()) : null
	const own =
		place &&
		invitation?.over &&
		role === 'user' &&
		(await findBlock(Math.min(...ids), account.id, Date.now()))
	const manage = own && own.ok ? managePath(Math.min(...ids)) : null
	return data(
		{ area: role, email: account.email, invitation, place, manage, returnTo },
		{ status: invitation ? 200 : 404 },
	)
}

const BROKEN = 'Something has broken on our side, and has been recorded. Please try again.'
const STATUS = { unknown: 404, over: 409, open: 409 } as const

export async function action({ request, params: { transferId } }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const form = InvitationForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const { intent, version, returnTo, confirmed } = form.data
	const back = safeRedirect(returnTo, getDashboardPath(account.role))
	if (intent === 'accept' && !confirmed && (await needsConfirmation(transferId, account))) {
		throw redirect(invitationPath(account.role, transferId, back))
	}
	const decision = { transferId, accountId: account.id, version, now: Date.now() }
	const result = await catchUnexpected(() => decideTransfer(intent, decision), { message: BROKEN })
	if (result.ok) {
		const next = intent === 'accept' && confirmed ? invitationPath(account.role, transferId, back) : back
		throw await redirectWithFlash(next, DECIDED_MESSAGES[intent])
	}
	const [title, status] =
		result.code === 'unexpected' ? [DECISION_BROKEN, result.status] : [NOT_DECIDED, STATUS[result.code]]
	return data({ refused: { title, message: result.message }, returnTo: back }, { status })
}

/** Tests whether accepting this many pixels needs the page that shows them all. */
async function needsConfirmation(
	transferId: string,
	account: { id: string; email: string },
): Promise<boolean> {
	const invitation = await readInvitation(transferId, account, Date.now())
	return invitation !== null && invitation.over === null && invitation.pence >= CONFIRM_FROM_PENCE
}

/** One invitation with both answers; or why an answer was refused. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
	const { area, email, invitation, place, manage, returnTo } = { ...loaderData, ...actionData }
	const refused = actionData?.refused
	const home = `/${area}/dashboard`
	if (refused !== undefined || !invitation || invitation.over) {
		const title = refused !== undefined || !invitation ? 'Error' : 'Invitation'
		return (
			<DialogPage title={title} backHref={returnTo} narrow>
				{refused === undefined ? (
					<div className="grid gap-3">
						{place ? <PlaceCard place={place} title="The place" /> : null}
						{invitation?.end ? (
							<InvitationOutcome
								sender={invitation.sender}
								cells={invitation.cells.length}
								end={invitation.end}
							/>
						) : (
							<p>{invitation?.over ?? 'There is no such invitation for you.'}</p>
						)}
						{invitation ? <OfferedPixels invitation={invitation} /> : <OtherAccount email={email} />}
						{invitation?.certificate ? (
							<p>
								<CertificateLink code={invitation.certificate} />
							</p>
						) : null}
					</div>
				) : (
					<Notice tone="error" title={refused.title}>
						<p>{refused.message}</p>
					</Notice>
				)}
				<div className="actions">
					{manage && refused === undefined ? (
						<ButtonLink href={manage}>Upload your logo and link</ButtonLink>
					) : null}
					<ButtonLink variant={manage ? 'secondary' : 'primary'} href={home}>
						Dashboard
					</ButtonLink>
					{refused !== undefined && invitation && !invitation.over ? (
						<ButtonLink variant="secondary" href={invitationPath(area, invitation.id, returnTo)}>
							See the invitation
						</ButtonLink>
					) : null}
				</div>
			</DialogPage>
		)
	}
	const { id, version, sender, cells, until, pence } = invitation
	return (
		<DialogPage title="Invitation" backHref={returnTo} narrow>
			{place ? <PlaceCard place={place} title="The place" /> : null}
			<div className="grid gap-3">
				<p id="invitation" className="wrap-anywhere">
					<strong className="font-semibold">{sender ?? brand.name}</strong>{' '}
					{invitationLabel(cells.length, until)}.
				</p>
				<OfferedPixels invitation={invitation} />
				<p className="text-sm text-muted">
					The list price today is <Money pence={pence} words />. Accepting costs nothing here; what you may
					have agreed with the sender is between you.{' '}
					{until === null ? (
						'What is shown there now is not passed on: you choose your own image, text and link.'
					) : (
						<>
							{cells.length === 1 ? 'It is' : 'They are'} lent to you until <Time at={until} />: you choose
							what is shown, and cannot sell. The loan ends by itself.
						</>
					)}
				</p>
			</div>
			<Decide
				action={invitationPath(area, id)}
				version={version}
				returnTo={returnTo}
				describedBy="invitation"
				looks={['primary', 'secondary']}
				confirmed
			/>
		</DialogPage>
	)
}

type Props = {
	sender: string | null
	cells: number
	end: InvitationEnd
}

/** The sender who withdrew it, or the parties and end of a loan. */
function InvitationOutcome({ sender, cells, end }: Props) {
	const name = <strong className="font-semibold wrap-anywhere">{sender ?? brand.name}</strong>
	if (end.what === 'withdrawn') {
		const day = <Time at={end.at} dateOnly />
		return (
			<p>
				{end.by === 'deleted-account' ? (
					<>This invitation was withdrawn on {day}, when the account of its sender was deleted.</>
				) : end.by === 'house' ? (
					<>
						{brand.name} withdrew this invitation by {name} on {day}: the pixels can no longer be passed on.
					</>
				) : (
					<>
						{name} withdrew this invitation on {day}.
					</>
				)}
			</p>
		)
	}
	return end.isOver ? (
		<p>
			{name} lent you {formatPixelCount(cells)} until <Time at={end.until} />. The loan has ended.
		</p>
	) : (
		<p>
			On loan to you from {name}: {formatPixelCount(cells)}, lent until <Time at={end.until} />.
		</p>
	)
}

/** The pixels, unless the picture of the place names them all, and the date. */
function OfferedPixels({ invitation: { cells, createdAt } }: { invitation: Invitation }) {
	return (
		<>
			{splitIntoRectangles(cells).length > 1 ? <Places cells={cells} /> : null}
			<p className="text-sm text-muted">
				Sent <Time at={createdAt} />.
			</p>
		</>
	)
}

function OtherAccount({ email }: { email: string }) {
	return (
		<form method="post" action="/logout" className="grid gap-3">
			<p className="wrap-anywhere">
				You are logged in as {email}. If the invitation was sent to another address, log out, log in with that
				one, and open the link again.
			</p>
			<div>
				<Button variant="secondary">Log out</Button>
			</div>
		</form>
	)
}
