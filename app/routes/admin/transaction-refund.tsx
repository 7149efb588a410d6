import type { SubmissionResult } from '@conform-to/react'
import { data } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { formatPounds } from '~/domain/money'
import { refundOrder } from '~/domain/orders/review/ending.server'
import { cannotDecide } from '~/domain/orders/review/labels'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { refundForm } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { londonDay } from '~/domain/time'
import { answerDecision, badRequest, found, type RefusedDecision } from '~/server/answers.server'
import { orRefusal, parseForm, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { usePageForm } from '~/ui/carried'
import { ErrorSummary } from '~/ui/error-summary'
import { InputField } from '~/ui/field'
import { Money } from '~/ui/money'
import { DecisionPage } from '~/ui/orders/decision-page'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/transaction-refund'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Mark as refunded') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = found(await readSubmitted(params.id))
	const { id, version, reference, accountName, totalPence, submittedAt } = order
	return {
		order: { id, version, reference, accountName, totalPence },
		days: { first: londonDay(submittedAt), last: londonDay(Date.now()) },
		refused: canDecide(order, 'refund') ? undefined : cannotDecide(order, 'refund'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const order = found(await readSubmitted(params.id))
	const submission = parseForm(await readForm(request), refundForm(order, now))
	if (submission.status !== 'success') {
		const { error } = submission.reply()
		if (error?.['intent'] || error?.['version']) throw badRequest()
		return data({ result: submission.reply() }, { status: 422 })
	}
	const refund = () => refundOrder({ orderId: params.id, actorId: admin.id, now, ...submission.value })
	const outcome = await orRefusal(refund, { message: TEXT.unexpected })
	const { refunded_on, amount, bank_reference } = submission.payload
	const { data: refused, init } = await answerDecision(
		outcome,
		`/admin/transactions/${params.id}`,
		'The order is marked as refunded. The buyer is told.',
		[refunded_on, amount, bank_reference].join(' · '),
	)
	return data({ ...refused, result: submission.reply() }, init ?? {})
}

const LABELS = { refunded_on: 'Sent back on', amount: 'Amount in pounds', bank_reference: 'Bank reference' }

export default function RefundTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, days } = loaderData
	const answer: Partial<RefusedDecision> & { result?: SubmissionResult<string[]> } = actionData ?? {}
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'refund',
		lastResult: answer.result,
		defaultValue: {
			refunded_on: days.last,
			amount: formatPounds(order.totalPence).replace('£', ''),
			bank_reference: '',
		},
	})
	return (
		<DecisionPage
			title={`Mark the order of ${order.accountName} as refunded?`}
			order={order}
			refused={loaderData.refused}
			answer={answer}
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
						help="As it left the account; at most the total of the order."
					/>
					<InputField
						field={fields.bank_reference}
						label={LABELS.bank_reference}
						autoComplete="off"
						maxLength={140}
						help="As the bank names the transfer back. It stands in the e-mail to the buyer."
					/>
				</>
			}
		>
			<ErrorSummary form={form} labels={LABELS} />
			<p>
				The order {order.reference} is over <Money pence={order.totalPence} words />. This records that its
				money has been sent back; it moves none. It cannot be taken back, and the buyer is told by e-mail.
			</p>
		</DecisionPage>
	)
}
