import { data, redirect } from 'react-router'
import { decideTransfer } from '~/domain/transfers/commands.server'
import { readInvitation } from '~/domain/transfers/queries.server'
import { DECIDED, DECISION_BROKEN, invitationPath, MUCH_PENCE, NOT_DECIDED } from '~/domain/transfers/rules'
import { InvitationForm } from '~/domain/transfers/schema'
import { badRequest } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, readForm } from '~/server/form.server'
import { dashboardOf, requireAccount, safeRedirect } from '~/server/guards.server'
import { InvitationPage } from '~/ui/invitation-page'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/invitation'

/* One invitation, in both areas alike (specification 1, section 4.8). */

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Invitation') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role } = account
	const invitation = await readInvitation(params.transferId, account, Date.now())
	const back = new URL(request.url).searchParams.get('returnTo')
	const returnTo = safeRedirect(back, dashboardOf(role))
	return data({ area: role, invitation, returnTo }, { status: invitation ? 200 : 404 })
}

const BROKEN = 'Something has broken on our side, and has been recorded. Please try again.'
const STATUS = { unknown: 404, over: 409, open: 409 } as const

export async function action({ request, params: { transferId } }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const form = InvitationForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const { intent, version, returnTo, confirmed } = form.data
	const back = safeRedirect(returnTo, dashboardOf(account.role))
	if (intent === 'accept' && !confirmed && (await isMuch(transferId, account))) {
		throw redirect(invitationPath(account.role, transferId, back))
	}
	const decision = { transferId, accountId: account.id, version, now: Date.now() }
	const result = await orRefusal(() => decideTransfer(intent, decision), { message: BROKEN })
	if (!result.ok) {
		const { message } = result
		if (!('code' in result)) {
			return data({ refused: { title: DECISION_BROKEN, message }, returnTo: back }, { status: 500 })
		}
		const refused = { title: NOT_DECIDED, message }
		return data({ refused, returnTo: back }, { status: STATUS[result.code] })
	}
	return await redirectWithFlash(back, {
		type: 'success',
		text: DECIDED[intent],
	})
}

/** Whether the acceptance of so much is to be asked for on the page that shows all of it. */
async function isMuch(transferId: string, account: { id: string; email: string }): Promise<boolean> {
	const invitation = await readInvitation(transferId, account, Date.now())
	return invitation !== null && invitation.over === null && invitation.pence >= MUCH_PENCE
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
	return <InvitationPage {...loaderData} refused={undefined} {...actionData} />
}
