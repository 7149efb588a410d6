import { brand } from '~/domain/brand'
import type { Place } from '~/domain/grid/selection/rectangle-rules'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { describeCells } from './order-mails'
import { oneLine, renderEmail } from './render-email'

/* Emails about the deletion of an account: to the person, and to those who had something open with them. */

type Deletion = {
	fullName: string
	/** UTC ms. */
	at: number
	/** The pixels that were owned, the pending ones among them. */
	cells: Place[]
	/** Payment references of the orders that were rejected because of it. */
	references: string[]
	/** Whether an administrator did it. */
	byHouse: boolean
}

/** To the former address of a deleted account. */
export function accountDeletedMail({ fullName, at, cells, references, byHouse }: Deletion): Mail {
	const pixels = cells.length > 0 ? [['Pixels given up', describeCells(cells)] as const] : []
	const orders = references.length > 0 ? [['Orders rejected', references.join(', ')] as const] : []
	const facts = [...pixels, ...orders]
	return renderEmail({
		kind: 'account-deleted',
		subject: 'Your account has been deleted',
		to: fullName,
		parts: [
			`Your account with ${brand.name} was deleted on ${momentText(at)}${byHouse ? ' by us' : ', as you asked'}. Nobody can log in with it any more, and this address is free for another one.`,
			...(facts.length > 0 ? [{ facts }] : []),
			...(cells.length > 0
				? ['The pixels are available to others again, and what they showed has been erased.']
				: []),
			...(references.length > 0
				? [
						'If you have made a transfer for one of these orders, please answer this email and quote its reference.',
					]
				: []),
			'Orders, receipts and the record of who owned which pixel stay with our books, as the law asks.',
			byHouse
				? `If you believe that this is a mistake, please write to us at ${brand.supportEmail}.`
				: `If it was not you, please write to us at once at ${brand.supportEmail}.`,
		],
	})
}

/** To the recipient of an open invitation whose sender's account was deleted. */
export function invitationSenderDeletedMail(cells: Place[]): Mail {
	return renderEmail({
		kind: 'invitation-sender-deleted',
		subject: 'An invitation to you has been withdrawn',
		parts: [
			'You had been offered the pixels below. The invitation has been withdrawn: the account that sent it has been deleted.',
			{ facts: [['Pixels', describeCells(cells)]] },
			'There is nothing you need to do.',
		],
	})
}

/** To the sender of an open invitation whose recipient's account was deleted. `fullName` null: the house. */
export function invitationClosedMail({
	fullName,
	recipientEmail,
	cells,
}: {
	fullName: string | null
	recipientEmail: string
	cells: Place[]
}): Mail {
	return renderEmail({
		kind: 'invitation-closed',
		subject: 'Your invitation has been closed',
		to: fullName ?? undefined,
		parts: [
			'The recipient of your invitation has deleted their account, so it can no longer be accepted. Nothing about the pixels below has changed: while they are yours, you may offer them to somebody else.',
			{
				facts: [
					['Email', oneLine(recipientEmail)],
					['Pixels', describeCells(cells)],
				],
			},
		],
	})
}

/** To the other side of a loan that ended before its time. `fullName` null: the house. */
export function loanAccountDeletedMail({
	fullName,
	side,
	cells,
}: {
	fullName: string | null
	/** Which side the reader is. */
	side: 'owner' | 'borrower'
	cells: Place[]
}): Mail {
	return renderEmail({
		kind: 'loan-account-deleted',
		subject: 'A loan of pixels has ended',
		to: fullName ?? undefined,
		parts: [
			side === 'owner'
				? 'The account that had borrowed the pixels below has been deleted, so the loan has ended before its time. They are yours to manage again, and show what you had chosen for them.'
				: 'The account that lent you the pixels below has been deleted, so the loan has ended before its time. What you showed on them has been taken off the grid.',
			{ facts: [['Pixels', describeCells(cells)]] },
		],
	})
}
