import { data, redirect } from 'react-router'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { decideTransfer } from '~/domain/transfers/commands.server'
import { readInvitation } from '~/domain/transfers/queries.server'
import {
	CONFIRM_FROM_PENCE,
	DECIDED,
	DECISION_BROKEN,
	invitationPath,
	NOT_DECIDED,
} from '~/domain/transfers/rules'
import { InvitationForm } from '~/domain/transfers/schema'
import { getDashboardPath, requireAccount, safeRedirect } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { InvitationPage } from '~/ui/selling/invitation-page'
import type { Route } from './+types/invitation'

/* One invitation, in both areas alike. */

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role } = account
	const invitation = await readInvitation(params.transferId, account, Date.now())
	const back = new URL(request.url).searchParams.get('returnTo')
	const returnTo = safeRedirect(back, getDashboardPath(role))
	const ids = invitation?.cells.map(({ id }) => id) ?? []
	const place = ids.length > 0 ? await readSurroundings(ids, account.id, Date.now()) : null
	return data({ area: role, invitation, place, returnTo }, { status: invitation ? 200 : 404 })
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
	if (result.ok) return await redirectWithFlash(back, DECIDED[intent])
	const [title, status] = 'code' in result ? [NOT_DECIDED, STATUS[result.code]] : [DECISION_BROKEN, 500]
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

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
	return <InvitationPage {...loaderData} refused={undefined} {...actionData} />
}
