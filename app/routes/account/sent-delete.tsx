import { readSent } from '~/domain/transfers/history/sent-queries.server'
import { withdrawInvitation } from '~/domain/transfers/offer.server'
import { getSenderId, listedPath } from '~/domain/transfers/rules'
import { DeleteInvitationForm } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { getBackLink, SentFacts } from '~/ui/selling/sent-facts'
import type { Route } from './+types/sent-delete'

const FAILED = 'Failed to delete invitation'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const sent = orNotFound(await readSent(params.transferId, getSenderId(account), Date.now(), true))
	return { area: account.role, sent }
}

export async function action({ request, params: { transferId } }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const by = { senderId: getSenderId(account), actorId: account.id, now: Date.now() }
	const sent = await submitForm(
		await readForm(request),
		DeleteInvitationForm,
		({ version }) => withdrawInvitation({ transferId, version, ...by }),
		{ title: FAILED, message: 'Please try again.', status: 409 },
	)
	if (sent.ok) throw await redirectWithFlash(listedPath(account.role), 'Invitation deleted successfully')
	return sent.reply
}

export default function DeleteSentInvitation({ loaderData, actionData }: Route.ComponentProps) {
	const { area, sent } = loaderData
	if (sent.over !== null) {
		const title = actionData ? FAILED : 'Delete invitation'
		return <StepRefused {...getBackLink(area)} title={title} message={sent.over} />
	}
	return (
		<ConfirmPage
			title="Are you sure?"
			cancelHref={listedPath(area)}
			confirmLabel="Delete"
			intent="delete"
			hidden={{ version: sent.version }}
			response={actionData}
		>
			<p>You won't be able to revert this!</p>
			<SentFacts sent={sent} area={area} />
			<p className="help">
				{sent.isExpired
					? 'The date of this invitation has passed; it only leaves the list.'
					: 'The invitation can no longer be accepted, and whoever was invited is told so.'}
			</p>
		</ConfirmPage>
	)
}
