import { data } from 'react-router'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, readForm } from '~/server/form.server'
import { dashboardOf, safeRedirect } from '~/server/guards.server'
import type { SessionAccount } from '~/server/session.server'
import { decideTransfer } from './commands.server'
import { readInvitation } from './queries.server'
import { DECIDED } from './rules'
import { InvitationForm } from './schema'

/* What the addresses of an invitation answer, in both areas alike: each route guards its own (specification 1, section 4.8). */

const BROKEN = 'Something has broken on our side, and has been recorded. Please try again.'
const STATUS = { unknown: 404, over: 409, open: 409 } as const

/** The invitation for its page, or none and 404 when it is not the account's. */
export async function showInvitation({ email }: SessionAccount, transferId: string) {
	const invitation = await readInvitation(transferId, email, Date.now())
	return data({ invitation }, { status: invitation ? 200 : 404 })
}

/**
 * Takes the posted decision and leads back to where one was; a refusal is data for the page, with 404, 409 or 500.
 * @throws Response 400 for a form that no page of ours sends.
 */
export async function answerInvitation(request: Request, { id, role }: SessionAccount, transferId: string) {
	const form = InvitationForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw new Response(null, { status: 400, statusText: 'Bad Request' })
	const { intent, version, returnTo } = form.data
	const decision = { transferId, accountId: id, version, now: Date.now() }
	const result = await orRefusal(() => decideTransfer(intent, decision), { message: BROKEN })
	if (!result.ok) {
		const status = 'reason' in result ? STATUS[result.reason] : 500
		return data({ refused: result.message }, { status })
	}
	return await redirectWithFlash(safeRedirect(returnTo, dashboardOf(role)), {
		type: 'success',
		text: DECIDED[intent],
	})
}
