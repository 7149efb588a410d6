import { toDatetimeLocal } from '~/domain/time'
import { readSent } from '~/domain/transfers/history/sent-queries.server'
import { changeInvitation, countInvitation } from '~/domain/transfers/offer.server'
import { getSenderId, listedPath, sentPath } from '~/domain/transfers/rules'
import { EditInvitationForm, findOfferErrors } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/responses.server'
import { FormPage } from '~/ui/forms/form-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { BUYER_EMAIL, TRANSFER_TILL } from '~/ui/selling/offer-fields'
import { getBackLink, SentFacts } from '~/ui/selling/sent-facts'
import type { Route } from './+types/sent-edit'

/* A sent invitation, the same in both areas: a member's own, or one of the house. */

const FAILED = 'Failed to update invitation'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const sent = orNotFound(await readSent(params.transferId, getSenderId(account), Date.now()))
	return { area: account.role, sent }
}

export async function action({ request, params: { transferId } }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const senderId = getSenderId(account)
	const form = await readForm(request)
	if (form.get('intent') !== 'save') throw badRequest()
	const sent = orNotFound(await readSent(transferId, senderId, Date.now()))
	const submission = parseForm(form, EditInvitationForm)
	// The field has no seconds, and does not tell which of two hours is meant when the clocks go back.
	const isAsShown = sent.until !== null && form.get('transfer_till') === toDatetimeLocal(sent.until)
	const { transfer_till, ...rest } = submission.payload
	const now = Date.now()
	const errors = findOfferErrors(isAsShown ? rest : submission.payload, { own: account.email, now })
	if (submission.status !== 'success' || errors) return formReply(submission, undefined, errors)
	const { buyer_email: recipientEmail, transfer_till: typed = null, version } = submission.value
	const until = isAsShown ? sent.until : typed
	const tooMany = await countInvitation(account.id)
	if (tooMany) return formReply(submission, { title: FAILED, ...tooMany })
	const by = { senderId, actorId: account.id, now }
	const change = () => changeInvitation({ transferId, recipientEmail, until, version, ...by })
	const changed = await catchUnexpected(change, { message: 'Please try again.' })
	if (changed.ok) {
		const text = 'Invitation updated successfully'
		const cell = sent.cells[0]?.id
		throw await redirectWithFlash(listedPath(account.role), { type: 'success', text, cell })
	}
	if (changed.code === 'unknown') throw notFound()
	const isLate = changed.code === 'changed' || changed.code === 'over'
	return formReply(submission, { ...changed, title: FAILED, ...(isLate ? { status: 409 } : {}) })
}

export default function EditSentInvitation({ loaderData: { area, sent }, actionData }: Route.ComponentProps) {
	if (sent.over !== null) {
		const title = actionData?.title ?? 'Edit Invitation'
		const typed = actionData?.result.initialValue
		return <StepRefused {...getBackLink(area)} title={title} message={sent.over} typed={typed} />
	}
	const help = 'The former recipient gets an email that the invitation has been withdrawn.'
	return (
		<FormPage
			title="Edit Invitation"
			backHref={listedPath(area)}
			id="edit-invitation"
			action={sentPath(sent.id, 'edit', area)}
			table={{ buyer_email: { ...BUYER_EMAIL, help }, transfer_till: TRANSFER_TILL }}
			values={{
				buyer_email: sent.recipientEmail,
				transfer_till: sent.until === null ? '' : toDatetimeLocal(sent.until),
			}}
			version={sent.version}
			refused={actionData}
			noValidate
			above={<SentFacts sent={sent} area={area} />}
			save="Save"
			saveIntent="save"
		/>
	)
}
