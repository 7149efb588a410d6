import type { SubmissionResult } from '@conform-to/react'
import { data } from 'react-router'
import { formatPounds } from '~/domain/money'
import { decidedMessage, readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { cannotDecide, emailNote } from '~/domain/orders/review/labels'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { decidedPath } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { computeRefundable, refundOrder } from '~/domain/payments/booking.server'
import { refundForm } from '~/domain/payments/schema'
import { londonDay } from '~/domain/time'
import { requireAdmin } from '~/server/auth/guards.server'
import { catchUnexpected, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, orNotFound, type RefusedDecision, replyToDecision } from '~/server/http/responses.server'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { usePageForm } from '~/ui/forms/restored'
import { Money } from '~/ui/money'
import { DecisionPage } from '~/ui/orders/decision-page'
import type { Route } from './+types/transaction-refund'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.id))
	const { rule, sendBack } = await readConfirmation(order, admin.id)
	const { id, version, reference, accountName, submittedAt, receivedPence } = order
	return {
		order: { id, version, reference, accountName, receivedPence, max: computeRefundable(order) },
		days: { first: londonDay(submittedAt), last: londonDay(Date.now()) },
		rule,
		emailNote: emailNote(order),
		first: sendBack,
		refused: canDecide(order, 'refund') ? undefined : cannotDecide(order, 'refund'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const order = orNotFound(await readSubmitted(params.id))
	const submission = parseForm(
		await readForm(request),
		refundForm({ ...order, max: computeRefundable(order) }, now),
	)
	if (submission.status !== 'success') {
		const { error } = submission.reply()
		if (error?.['intent'] || error?.['version']) throw badRequest()
		return data({ result: submission.reply() }, { status: 422 })
	}
	const refund = () => refundOrder({ orderId: params.id, actorId: admin.id, now, ...submission.value })
	const outcome = await catchUnexpected(refund)
	const { refunded_on, amount, bank_reference } = submission.payload
	const { data: refused, init } = await replyToDecision(
		outcome,
		decidedPath(params.id, new URL(request.url)),
		decidedMessage(outcome, `The order is marked as refunded. ${emailNote(order)}`),
		[refunded_on, amount, bank_reference].join(' · '),
	)
	return data({ ...refused, result: submission.reply() }, init ?? {})
}

const LABELS = { refunded_on: 'Sent back on', amount: 'Amount in pounds', bank_reference: 'Bank reference' }

export default function RefundTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, days, rule, first } = loaderData
	const response: Partial<RefusedDecision> & { result?: SubmissionResult<string[]> } = actionData ?? {}
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'refund',
		lastResult: response.result,
		defaultValue: {
			refunded_on: first?.bookedOn ?? days.last,
			amount: formatPounds(first?.pence ?? order.max).replace('£', ''),
			bank_reference: first?.bankReference ?? '',
		},
	})
	return (
		<DecisionPage
			title={`Mark the order of ${order.accountName} as refunded?`}
			order={order}
			refused={loaderData.refused}
			response={response}
			failed="The refund is not recorded"
			confirmLabel="Mark as refunded"
			intent="refund"
			fields={
				<>
					<InputField
						field={fields.refunded_on}
						label={LABELS.refunded_on}
						type="date"
						min={days.first}
						max={days.last}
					/>
					<InputField
						field={fields.amount}
						label={LABELS.amount}
						inputMode="decimal"
						autoComplete="off"
						help={`As it left the account; at most ${formatPounds(order.max)}.`}
					/>
					<InputField
						field={fields.bank_reference}
						label={LABELS.bank_reference}
						autoComplete="off"
						maxLength={140}
						help="The bank’s reference of the transfer back. Included in the email to the buyer."
					/>
				</>
			}
		>
			<ErrorSummary form={form} labels={LABELS} />
			{first ? (
				<p>
					{first.by} has decided this. {rule} Compare it with the bank before you confirm it as it is.
				</p>
			) : null}
			<p>
				<Money pence={order.max} words /> of the order {order.reference} can go back. This records that the
				money has been sent back; it moves none. {loaderData.emailNote}
				{order.receivedPence === 0
					? ' Nothing was booked as received so far: that is recorded with it.'
					: null}{' '}
				{first ? null : rule}
			</p>
		</DecisionPage>
	)
}
