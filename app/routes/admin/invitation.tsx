import { data } from 'react-router'
import { decideTransfer } from '~/domain/transfers/commands.server'
import { readInvitation } from '~/domain/transfers/queries.server'
import { DECIDED } from '~/domain/transfers/rules'
import { InvitationForm } from '~/domain/transfers/schema'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, readForm } from '~/server/form.server'
import { requireAdmin, safeRedirect } from '~/server/guards.server'
import { InvitationPage } from '~/ui/invitation-page'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/invitation'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Invitation') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const { email } = await requireAdmin(request)
	const invitation = await readInvitation(params.transferId, email, Date.now())
	return data({ invitation }, { status: invitation ? 200 : 404 })
}

const BROKEN = 'Something has broken on our side, and has been recorded. Please try again.'
const STATUS = { unknown: 404, over: 409, open: 409 } as const

export async function action({ request, params }: Route.ActionArgs) {
	const account = await requireAdmin(request)
	const form = InvitationForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw new Response(null, { status: 400, statusText: 'Bad Request' })
	const { intent, version, returnTo } = form.data
	const decision = { transferId: params.transferId, accountId: account.id, version, now: Date.now() }
	const result = await orRefusal(() => decideTransfer(intent, decision), { message: BROKEN })
	if (!result.ok) {
		const status = 'reason' in result ? STATUS[result.reason] : 500
		return data({ refused: result.message }, { status })
	}
	return await redirectWithFlash(safeRedirect(returnTo, '/admin/dashboard'), {
		type: 'success',
		text: DECIDED[intent],
	})
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
	return <InvitationPage area="admin" invitation={loaderData.invitation} refused={actionData?.refused} />
}
