import { data } from 'react-router'
import { formatPounds, poundsInWords } from '~/domain/money'
import {
	computeBalance,
	computeOutstanding,
	computeToSendBack,
	type OrderMoney,
	withPayment,
} from '~/domain/orders/balance'
import { decidedMessage, readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { orderPath, readList } from '~/domain/orders/review/schema'
import { REVIEW_FAILED } from '~/domain/orders/rules'
import { bookByHand } from '~/domain/payments/booking.server'
import { type HandBookingForm, handBookingForm } from '~/domain/payments/schema'
import { formatDay, londonDay } from '~/domain/time'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, type RefusedForm, readForm } from '~/server/forms/form.server'
import { notFound, orNotFound } from '~/server/http/responses.server'
import { Button } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { FormPage } from '~/ui/forms/form-page'
import { Notice } from '~/ui/notice'
import { BOOKING_FIELDS, DecisionPage, useList } from '~/ui/orders/decision-page'
import { AmountFigure, MoneyChange, MoneyFacts, ToSendBack } from '~/ui/orders/money-summary'
import type { Route } from './+types/payment-new'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.orderId))
	const { rule, limit, sendBack } = await readConfirmation(order, admin.id)
	const isOut = new URL(request.url).searchParams.get('direction') === 'out'
	return {
		order,
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
	const order = orNotFound(await readSubmitted(params.orderId))
	const submission = parseForm(await readForm(request), handBookingForm(order, now))
	if (submission.status !== 'success') return data({ refused: formReply(submission).data }, { status: 422 })
	const form = submission.value
	const checked = { form, before: order }
	if (form.intent === 'change') return data({ refused: formReply(submission).data })
	if (form.intent === 'book') return data({ checked })
	const sign = form.direction === 'in' ? 1 : -1
	const book = () =>
		bookByHand({
			orderId: params.orderId,
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
	if (outcome.ok) {
		const path = orderPath(params.orderId, readList(new URL(request.url)))
		throw await redirectWithFlash(path, decidedMessage(outcome, 'The payment is booked.'))
	}
	if (outcome.code === 'unknown') throw notFound()
	const { data: response, init } = formReply(submission, { status: 409, ...outcome })
	return data({ checked: { ...checked, response } }, init ?? {})
}

type Answer = {
	/** The form to fill in, again. */
	refused?: RefusedForm
	/** The form to confirm, and why its booking was refused. */
	checked?: { form: HandBookingForm; before: OrderMoney; response?: RefusedForm }
}

export default function BookPayment({ loaderData, actionData }: Route.ComponentProps) {
	const { refused, checked }: Answer = actionData ?? {}
	return checked ? <Confirm {...loaderData} {...checked} /> : <Enter {...loaderData} refused={refused} />
}

type Props = Route.ComponentProps['loaderData']

function Enter({ order, direction, today, rule, first, refused }: Props & { refused: Answer['refused'] }) {
	const path = orderPath(order.id, useList())
	const isOut = direction === 'out'
	const known = first?.pence ?? (isOut ? computeToSendBack(order) : computeOutstanding(order))
	const left = computeBalance(order)
	const most = left > 0 ? `At most ${formatPounds(left)}. A part is possible.` : NOTHING_LEFT
	return (
		<FormPage
			title={isOut ? 'Send money back' : 'Book a payment'}
			backHref={path}
			intro={`Order ${order.reference} of ${order.accountName}`}
			id="payment"
			table={{
				direction: { label: 'Direction', control: { in: 'Received', out: 'Sent back' } },
				booked_on: { label: 'Booked on', type: 'date', max: today },
				amount: { ...BOOKING_FIELDS.amount, help: isOut ? most : undefined },
				bank_reference: {
					...BOOKING_FIELDS.bank_reference,
					help: 'The bank’s reference of the transfer. It identifies the line when the statement is imported.',
				},
				note: { label: 'Note', optional: true, autoComplete: 'off', maxLength: 200 },
			}}
			values={{
				direction,
				booked_on: first?.bookedOn ?? today,
				amount: known > 0 ? formatPounds(known).replace('£', '') : '',
				bank_reference: first?.bankReference ?? '',
			}}
			version={order.version}
			refused={refused}
			above={
				<>
					{isOut ? <ToSendBack order={order} /> : <MoneyFacts order={order} />}
					{first ? (
						<p>
							{first.by} has decided this. {rule} Compare it with the bank before you confirm it as it is.
						</p>
					) : isOut ? (
						<Notice title="Pay it at your bank">
							<p className="wrap-anywhere">
								To {[order.accountName, order.bankName, order.bankAccountNo].filter(Boolean).join(', ')},
								quoting <strong className="font-semibold">{order.reference}</strong>. This page records the
								transfer; it moves no money.
							</p>
						</Notice>
					) : null}
				</>
			}
			save="Continue"
			saveIntent="book"
			busy="Checking..."
		/>
	)
}

const NOTHING_LEFT = 'This order has no money left to send back.'

function Confirm({ order, rule, limit, form, before, response }: Props & NonNullable<Answer['checked']>) {
	const isIn = form.direction === 'in'
	const { direction, booked_on, bank_reference, note = '' } = form
	const amount = (form.amount / 100).toFixed(2)
	return (
		<DecisionPage
			title="Is this right?"
			order={{ id: order.id, version: form.version }}
			refused={undefined}
			response={response}
			typed={[booked_on, formatPounds(form.amount), bank_reference].join(' · ')}
			failed={REVIEW_FAILED.book}
			confirmLabel={`Book ${formatPounds(form.amount)}`}
			variant="primary"
			further={
				<Button variant="secondary" name="intent" value="change">
					Change
				</Button>
			}
			hidden={{ direction, booked_on, amount, bank_reference, note }}
		>
			<AmountFigure pence={form.amount}>
				{poundsInWords(form.amount)}, {isIn ? 'received' : 'sent back'} on {formatDay(form.booked_on)},{' '}
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
