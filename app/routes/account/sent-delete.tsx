import { data } from 'react-router'
import { readSent } from '~/domain/transfers/history/sent-queries.server'
import { withdrawInvitation } from '~/domain/transfers/offer.server'
import { getSenderId, listedPath } from '~/domain/transfers/rules'
import { DeleteInvitationForm } from '~/domain/transfers/schema'
import { accountContext } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm, refusalInit } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { getBackLink, SentFacts } from '~/ui/selling/edit-page'
import type { Route } from './+types/sent-delete'

const FAILED = 'Failed to delete invitation'

export async function loader({ context, params }: Route.LoaderArgs) {
	const account = context.get(accountContext)
	const sent = orNotFound(await readSent(params.transferId, getSenderId(account), Date.now(), true))
	return { area: account.role, sent }
}

export async function action({ context, request, params: { transferId } }: Route.ActionArgs) {
	const account = context.get(accountContext)
	const form = DeleteInvitationForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const by = { senderId: getSenderId(account), actorId: account.id, now: Date.now() }
	const { version } = form.data
	const remove = () => withdrawInvitation({ transferId, version, ...by })
	const deleted = await catchUnexpected(remove, { message: 'Please try again.' })
	if (deleted.ok) {
		throw await redirectWithFlash(listedPath(account.role), 'Invitation deleted successfully')
	}
	if (deleted.code === 'unknown') throw notFound()
	return data({ refused: deleted.message }, refusalInit({ status: 409, ...deleted }))
}

export default function DeleteSentInvitation({
	loaderData: { area, sent },
	actionData,
}: Route.ComponentProps) {
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
			refused={actionData?.refused}
			failed={FAILED}
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
