import type { z } from 'zod'
import { formatPounds } from '~/domain/money'
import { decidedMessage, readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { emailNote, whyNotDecidable } from '~/domain/orders/review/labels'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { decidedPath } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { computeRefundable, refundOrder } from '~/domain/payments/booking.server'
import { refundForm } from '~/domain/payments/schema'
import { londonDay } from '~/domain/time'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { DECISION, readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { Money } from '~/ui/money'
import { BOOKING_FIELDS, DecisionPage } from '~/ui/orders/decision-page'
import type { Route } from './+types/transaction-refund'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.orderId))
	const { rule, sendBack } = await readConfirmation(order, admin.id)
	return {
		order,
		max: computeRefundable(order),
		days: { first: londonDay(order.submittedAt), last: londonDay(Date.now()) },
		rule,
		emailNote: emailNote(order),
		first: sendBack,
		refused: canDecide(order, 'refund') ? undefined : whyNotDecidable(order, 'refund'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const order = orNotFound(await readSubmitted(params.orderId))
	const schema = refundForm({ ...order, max: computeRefundable(order) }, now)
	const refund = (value: z.output<typeof schema>) =>
		refundOrder({ orderId: params.orderId, actorId: admin.id, now, ...value })
	const sent = await submitForm(await readForm(request), schema, refund, DECISION)
	if (sent.ok) {
		const text = decidedMessage(sent.outcome, `The order is marked as refunded. ${emailNote(order)}`)
		throw await redirectWithFlash(decidedPath(params.orderId, new URL(request.url)), text)
	}
	return sent.reply
}

export default function RefundTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, max, days, rule, first } = loaderData
	return (
		<DecisionPage
			title={`Mark the order of ${order.accountName} as refunded?`}
			order={order}
			refused={loaderData.refused}
			response={actionData}
			failed="The refund is not recorded"
			confirmLabel="Mark as refunded"
			intent="refund"
			table={{
				refunded_on: { label: 'Sent back on', type: 'date', min: days.first, max: days.last },
				amount: {
					...BOOKING_FIELDS.amount,
					help: `As it left the account; at most ${formatPounds(max)}.`,
				},
				bank_reference: {
					...BOOKING_FIELDS.bank_reference,
					help: 'The bank’s reference of the transfer back. Included in the email to the buyer.',
				},
			}}
			values={{
				refunded_on: first?.bookedOn ?? days.last,
				amount: first || order.receivedPence > 0 ? formatPounds(first?.pence ?? max).replace('£', '') : '',
				bank_reference: first?.bankReference ?? '',
			}}
		>
			{first ? (
				<p>
					{first.by} has decided this. {rule} Compare it with the bank before you confirm it as it is.
				</p>
			) : null}
			<p>
				<Money pence={max} words /> of the order {order.reference} can go back. This records that the money
				has been sent back; it moves none. {loaderData.emailNote}
				{order.receivedPence === 0
					? ' Nothing has been received for this order. If money did arrive, it is recorded with the refund.'
					: null}{' '}
				{first ? null : rule}
			</p>
		</DecisionPage>
	)
}
