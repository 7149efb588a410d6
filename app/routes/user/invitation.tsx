import { answerInvitation, showInvitation } from '~/domain/transfers/answers.server'
import { requireUser } from '~/server/guards.server'
import { InvitationPage } from '~/ui/invitation-page'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/invitation'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Invitation') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return await showInvitation(account, params.transferId)
}

export async function action({ request, params }: Route.ActionArgs) {
	const account = await requireUser(request)
	return await answerInvitation(request, account, params.transferId)
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
	return <InvitationPage area="user" invitation={loaderData.invitation} refused={actionData?.refused} />
}
