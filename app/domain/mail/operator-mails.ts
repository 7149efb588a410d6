import { brand } from '~/domain/brand'
import { formatPounds, poundsWithWords } from '~/domain/money'
import { dayText, momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { type OrderForMail, orderFacts } from './order-mails'
import { oneLine, renderEmail } from './render-email'

/* Emails to the operator about payments (docs/decisions/0098). */

/** `failure`: why the order could not be completed; null when it waits for its review. `url`: where it is reviewed. */
export type NewPayment = OrderForMail & { buyer: { name: string; email: string }; failure: string | null }

/** For every order whose receipt has come. */
export function newPaymentMail(order: NewPayment): Mail {
	const { reference, buyer, failure, totalPence, url } = order
	const what = failure === null ? 'New payment to review' : 'New payment without pixels'
	return renderEmail({
		kind: 'new-payment',
		subject: `${what}, ${formatPounds(totalPence)}, reference ${reference}`,
		parts: [
			failure === null
				? 'An order has come in and waits for your review. Please compare it with the account.'
				: `An order has come in that could not be completed. ${failure} Please assign the pixels later, or refund what was paid.`,
			{
				facts: [['Buyer', oneLine(buyer.name)], ['Email', oneLine(buyer.email)], ...orderFacts(order)],
			},
			{ button: 'Open the order', url },
		],
	})
}

/** Shows that emails arrive. `askedBy`: an administrator's name, or `the command line`. `at`: UTC ms. */
export function testMail({ askedBy, at, url }: { askedBy: string; at: number; url: string }): Mail {
	return renderEmail({
		kind: 'test',
		subject: `Test email of ${brand.name}`,
		parts: [
			`This email was sent by ${oneLine(askedBy)} on ${momentText(at)} to see whether emails arrive. There is nothing to do.`,
			'Please look at its headers as well: SPF and DKIM should say pass, or other emails may be taken for spam.',
			{ button: 'Open the site', url },
		],
	})
}

/**
 * What came in on one day, written `2026-11-21`: new orders, and what was booked in the ledger. `newest`: some of the
 * orders; `waiting`: every order that waits for its review. Money in pence, without
 * rows that were reversed.
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

/** Once a day in place of an email for every payment. */
export function paymentsSummaryMail({
	day,
	count,
	pence,
	receivedPence,
	sentPence,
	newest,
	waiting,
	url,
}: PaymentsOfDay): Mail {
	const rest = count - newest.length
	return renderEmail({
		kind: 'payments-summary',
		subject: `Payments of ${dayText(day)}: ${formatPounds(receivedPence)} received, ${orders(count)}`,
		parts: [
			`This is what was booked on ${dayText(day)}.`,
			{
				facts: [
					['Received', poundsWithWords(receivedPence)],
					['Sent back', poundsWithWords(sentPence)],
				],
			},
			count === 0 ? `No order came in on ${dayText(day)}.` : `These orders came in on ${dayText(day)}.`,
			...(count > 0 ? [{ facts: [...newest.map(lineOf), totalLine(pence)] }] : []),
			...(rest > 0 ? [`And ${rest.toLocaleString('en-GB')} more.`] : []),
			waiting === 0
				? 'No order waits for its review.'
				: `${waiting === 1 ? 'One order waits' : `${waiting.toLocaleString('en-GB')} orders wait`} for review.`,
			{ button: 'Open the transactions', url },
		],
	})
}

function totalLine(pence: number): [string, string] {
	return ['Total', poundsWithWords(pence)]
}

function orders(count: number): string {
	if (count === 0) return 'no new order'
	return count === 1 ? 'one new order' : `${count.toLocaleString('en-GB')} new orders`
}

function lineOf({ reference, name, totalPence }: PaymentsOfDay['newest'][number]): [string, string] {
	return [reference, `${oneLine(name)}, ${formatPounds(totalPence)}`]
}
