import { brand } from '~/domain/brand'
import { formatPounds, poundsWithWords } from '~/domain/money'
import { pluralize } from '~/domain/text'
import { formatDateTime, formatDay } from '~/domain/time'
import { type OrderForEmail, orderFacts } from './order-emails'
import { type Fact, oneLine, renderEmail } from './render-email'

/* Emails to the operator about payments (docs/decisions/0098). */

/** `failure`: why the order could not be completed; null when it is pending. `url`: the page to review it. */
export type NewPayment = OrderForEmail & { buyer: { name: string; email: string }; failure: string | null }

/** Sent for every submitted order. */
export const newPaymentEmail = (order: NewPayment) =>
	renderEmail(
		'new-payment',
		`${order.failure === null ? 'New payment to review' : 'New payment without pixels'}, ${formatPounds(order.totalPence)}, reference ${order.reference}`,
		null,
		[
			order.failure === null
				? 'A new order is waiting for your review. Please check it against the bank account.'
				: `A new order could not be completed. ${order.failure} Please assign the pixels later, or refund what was paid.`,
			{ facts: [['Buyer', order.buyer.name], ['Email', order.buyer.email], ...orderFacts(order)] },
			{ button: 'Open the order', url: order.url },
		],
	)

/** Shows that emails arrive. `askedBy`: an administrator's name, or `the command line`. `at`: UTC ms. */
export const testEmail = ({ askedBy, at, url }: { askedBy: string; at: number; url: string }) =>
	renderEmail('test', `Test email of ${brand.name}`, null, [
		`This email was sent by ${oneLine(askedBy)} on ${formatDateTime(at)} to test whether emails arrive. No action is needed.`,
		'Please also check its headers: SPF and DKIM should say pass, or other emails may be treated as spam.',
		{ button: 'Open the site', url },
	])

/**
 * Sent to an administrator when another raises or removes the limit above which two decide (P53). Pence; 0: no limit.
 * `at`: UTC ms.
 */
export const limitRaisedEmail = ({
	fullName,
	changedBy,
	from,
	to,
	at,
	url,
}: {
	fullName: string
	changedBy: string
	from: number
	to: number
	at: number
	url: string
}) =>
	renderEmail(
		'limit-raised',
		to === 0
			? 'Decisions no longer need a second administrator'
			: 'The limit for a second administrator was raised',
		fullName,
		[
			to === 0
				? `On ${formatDateTime(at)}, ${oneLine(changedBy)} removed the limit above which two administrators decide.`
				: `On ${formatDateTime(at)}, ${oneLine(changedBy)} raised the limit above which two administrators decide.`,
			{
				facts: [
					['Before', formatPounds(from)],
					['Now', to === 0 ? 'No limit' : formatPounds(to)],
				],
			},
			'If you did not expect this, please talk to them, and review what has been approved and refunded since.',
			{ button: 'Open the audit', url },
		],
	)

type BankDetails = { fullName: string; changedBy: string; lines: Fact[]; at: number; url: string }

/** Sent to every administrator when the account for the buyers' transfers changes. `at`: UTC ms. */
export const bankDetailsChangedEmail = ({ fullName, changedBy, lines, at, url }: BankDetails) =>
	renderEmail('bank-details-changed', 'The bank details for buyers have been changed', fullName, [
		`On ${formatDateTime(at)}, ${oneLine(changedBy)} changed the account to which buyers transfer their money. Buyers now see this one:`,
		{ facts: lines },
		'If you did not expect this, please change it back at once, and tell the buyers with open checkouts.',
		{ button: 'Open the settings', url },
	])

/**
 * Payments of one day, written `2026-11-21`: new orders, and ledger entries. `newest`: some of the orders; `waiting`:
 * all pending orders. Pence, excluding reversed entries.
 */
export type PaymentsOfDay = {
	day: string
	count: number
	pence: number
	receivedPence: number
	sentPence: number
	newest: readonly { reference: string; name: string; totalPence: number }[]
	waiting: number
	url: string
}

/** Sent once a day in place of an email for every payment. */
export function paymentsSummaryEmail(payments: PaymentsOfDay) {
	const { count, newest, waiting } = payments
	const day = formatDay(payments.day)
	const orderCount = count === 0 ? 'no new orders' : pluralize(count, 'new order')
	return renderEmail(
		'payments-summary',
		`Payments of ${day}: ${formatPounds(payments.receivedPence)} recorded, ${orderCount}`,
		null,
		[
			`Payments recorded on ${day}, whichever day they have at the bank:`,
			{
				facts: [
					['Received', poundsWithWords(payments.receivedPence)],
					['Sent back', poundsWithWords(payments.sentPence)],
				],
			},
			count === 0 ? `No orders came in on ${day}.` : `Orders that came in on ${day}:`,
			count > 0 && {
				facts: [
					...newest.map(
						({ reference, name, totalPence }) => [reference, `${name}, ${formatPounds(totalPence)}`] as const,
					),
					['Total', poundsWithWords(payments.pence)],
				],
			},
			count > newest.length && `And ${(count - newest.length).toLocaleString('en-GB')} more.`,
			waiting === 0
				? 'No orders are waiting for review.'
				: `${pluralize(waiting, 'order is', 'orders are')} waiting for review.`,
			{ button: 'Open the transactions', url: payments.url },
		],
	)
}

/* Emails about the contact form. */

type Sender = { firstName: string; lastName: string }

const fullName = ({ firstName, lastName }: Sender) => `${firstName} ${lastName}`

/** Sent to the operator: a message from the contact page. Replies go to its sender. */
export const contactEmail = (from: Sender & { email: string; message: string }) =>
	renderEmail(
		'contact',
		`A message from ${fullName(from)}`,
		null,
		[
			'This message was sent through the contact page. If you reply to this email, your reply goes to the sender.',
			{
				facts: [
					['From', fullName(from)],
					['Email', from.email],
				],
			},
			{ quote: from.message },
		],
		from.email,
	)

/**
 * Sent to the sender. Does not repeat the message, because the address is unproven, and nobody must be able to send
 * their words to others through us.
 */
export const contactReceivedEmail = (to: Sender) =>
	renderEmail('contact-received', 'We have received your message', fullName(to), [
		`Thank you for writing to ${brand.name}. We have received your message and will reply to you at this address.`,
		'If you did not write to us, someone has entered your address by mistake. You can ignore this email.',
	])
