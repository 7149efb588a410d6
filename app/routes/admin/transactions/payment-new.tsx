import type { SubmissionResult } from '@conform-to/react'
import { data } from 'react-router'
import { formatPounds, poundsInWords } from '~/domain/money'
import { decidedMessage, readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { orderPath, readList } from '~/domain/orders/review/schema'
import { REVIEW_FAILED } from '~/domain/orders/rules'
import { computeBalance, computeOutstanding, computeToSendBack, withPayment } from '~/domain/payments/balance'
import { bookByHand } from '~/domain/payments/booking.server'
import { type HandBookingForm, handBookingForm } from '~/domain/payments/schema'
import { dayText, londonDay } from '~/domain/time'
import { requireAdmin } from '~/server/auth/guards.server'
import { catchUnexpected, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, orNotFound, type RefusedDecision, replyToDecision } from '~/server/http/responses.server'
import { Button } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { usePageForm } from '~/ui/forms/restored'
import { useList } from '~/ui/lists/use-list'
import { Notice } from '~/ui/notice'
import { DecisionPage } from '~/ui/orders/decision-page'
import { AmountFigure, MoneyChange, MoneyFacts, ToSendBack } from '~/ui/orders/money-summary'
import type { Route } from './+types/payment-new'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.id))
	const { rule, limit, sendBack } = await readConfirmation(order, admin.id)
	const { id, version, reference, accountName, bankName, bankAccountNo } = order
	const { status, totalPence, receivedPence, sentPence } = order
	const isOut = new URL(request.url).searchParams.get('direction') === 'out'
	return {
		order: { id, version, reference, accountName, bankName, bankAccountNo },
		money: { status, totalPence, receivedPence, sentPence },
		direction: isOut ? ('out' as const) : ('in' as const),
		today: londonDay(Date.now()),
		rule,
		limit,
		first: isOut ? sendBack : undefined,
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const order = orNotFound(await readSubmitted(params.id))
	const submission = parseForm(await readForm(request), handBookingForm(order, now))
	if (submission.status !== 'success') {
		const { error } = submission.reply()
		if (error?.['intent'] || error?.['version']) throw badRequest()
		return data({ result: submission.reply() }, { status: 422 })
	}
	const form = submission.value
	const { status, totalPence, receivedPence, sentPence } = order
	const checked = { form, before: { status, totalPence, receivedPence, sentPence } }
	if (form.intent === 'change') return data({ result: submission.reply() })
	if (form.intent === 'book') return data({ checked })
	const sign = form.direction === 'in' ? 1 : -1
	const book = () =>
		bookByHand({
			orderId: params.id,
			version: form.version,
			payment: {
				pence: sign * form.amount,
				bookedOn: form.booked_on,
				bankReference: form.bank_reference,
				note: form.note || null,
			},
			actorId: admin.id,
			now,
		})
	const outcome = await catchUnexpected(book)
	const path = orderPath(params.id, readList(new URL(request.url)))
	const typed = [form.booked_on, formatPounds(form.amount), form.bank_reference].join(' · ')
	const { data: refused, init } = await replyToDecision(
		outcome,
		path,
		decidedMessage(outcome, 'The payment is booked.'),
		typed,
	)
	return data({ ...refused, checked }, init ?? {})
}

const LABELS = {
	direction: 'Direction',
	booked_on: 'Booked on',
	amount: 'Amount in pounds',
	bank_reference: 'Bank reference',
	note: 'Note',
}

type Answer = Partial<RefusedDecision> & {
	result?: SubmissionResult<string[]>
	checked?: { form: HandBookingForm; before: Route.ComponentProps['loaderData']['money'] }
}

export default function BookPayment({ loaderData, actionData }: Route.ComponentProps) {
	const response: Answer = actionData ?? {}
	if (response.checked) return <Confirm {...loaderData} checked={response.checked} response={response} />
	return <Enter {...loaderData} result={response.result} />
}

type Props = Route.ComponentProps['loaderData']

function Enter({
	order,
	money,
	direction,
	today,
	rule,
	first,
	result,
}: Props & { result: Answer['result'] }) {
	const known = first?.pence ?? (direction === 'out' ? computeToSendBack(money) : computeOutstanding(money))
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'payment',
		lastResult: result,
		defaultValue: {
			direction,
			booked_on: first?.bookedOn ?? today,
			amount: known > 0 ? formatPounds(known).replace('£', '') : '',
			bank_reference: first?.bankReference ?? '',
			note: '',
		},
	})
	const path = orderPath(order.id, useList())
	const left = computeBalance(money)
	const isOut = fields.direction.defaultValue === 'out'
	return (
		<DialogPage
			title={direction === 'out' ? 'Send money back' : 'Book a payment'}
			backHref={path}
			intro={`Order ${order.reference} of ${order.accountName}`}
			narrow
		>
			<ErrorSummary form={form} labels={LABELS} />
			{direction === 'out' ? <ToSendBack order={money} /> : <MoneyFacts order={money} />}
			{first ? (
				<p>
					{first.by} has decided this. {rule} Compare it with the bank before you confirm it as it is.
				</p>
			) : null}
			{direction === 'out' && !first ? (
				<Notice title="Pay it at your bank">
					<p className="wrap-anywhere">
						To {[order.accountName, order.bankName, order.bankAccountNo].filter(Boolean).join(', ')}, quoting{' '}
						<strong className="font-semibold">{order.reference}</strong>. This page records the transfer; it
						moves no money.
					</p>
				</Notice>
			) : null}
			<form method="post" className="form">
				<input type="hidden" name="version" value={order.version} />
				<fieldset className="field">
					<legend className="label">{LABELS.direction}</legend>
					<div className="segments">
						{(['in', 'out'] as const).map(item => (
							<label key={item} className="check">
								<input
									type="radio"
									name="direction"
									value={item}
									defaultChecked={isOut === (item === 'out')}
								/>
								<span>{item === 'in' ? 'Received' : 'Sent back'}</span>
							</label>
						))}
					</div>
				</fieldset>
				<InputField field={fields.booked_on} label={LABELS.booked_on} type="date" max={today} />
				<InputField
					field={fields.amount}
					label={LABELS.amount}
					inputMode="decimal"
					autoComplete="off"
					help={
						direction === 'out'
							? left > 0
								? `At most ${formatPounds(left)}. A part is possible.`
								: 'This order has no money left to send back.'
							: undefined
					}
				/>
				<InputField
					field={fields.bank_reference}
					label={LABELS.bank_reference}
					autoComplete="off"
					maxLength={140}
					help="The bank’s reference of the transfer. It identifies the line when the statement is imported."
				/>
				<InputField field={fields.note} label={LABELS.note} optional autoComplete="off" maxLength={200} />
				<div className="actions">
					<Button name="intent" value="book" busy="Checking...">
						Continue
					</Button>
					<CancelLink href={path} />
				</div>
			</form>
		</DialogPage>
	)
}

function Confirm({
	order,
	rule,
	limit,
	checked: { form, before },
	response,
}: Props & {
	checked: NonNullable<Answer['checked']>
	response: Answer
}) {
	const isIn = form.direction === 'in'
	const sent = { ...form, amount: (form.amount / 100).toFixed(2) }
	return (
		<DecisionPage
			title="Is this right?"
			order={{ id: order.id, version: form.version }}
			refused={undefined}
			response={response}
			failed={REVIEW_FAILED.book}
			confirmLabel={`Book ${formatPounds(form.amount)}`}
			variant="primary"
			between={
				<Button variant="secondary" name="intent" value="change">
					Change
				</Button>
			}
			fields={(['direction', 'booked_on', 'amount', 'bank_reference', 'note'] as const).map(name => (
				<input key={name} type="hidden" name={name} value={sent[name] ?? ''} />
			))}
		>
			<AmountFigure pence={form.amount}>
				{poundsInWords(form.amount)}, {isIn ? 'received' : 'sent back'} on {dayText(form.booked_on)},{' '}
				{form.bank_reference}
				{form.note ? `, ${form.note}` : null}
			</AmountFigure>
			<Facts items={{ Order: order.reference, Buyer: order.accountName }} />
			<MoneyChange before={before} after={withPayment(before, isIn ? form.amount : -form.amount)} />
			{rule && !isIn && before.sentPence + form.amount > limit ? <p>{rule}</p> : null}
			<p className="text-sm text-muted">
				A booked row is never changed. A mistake is reversed by a second row.
			</p>
		</DecisionPage>
	)
}
