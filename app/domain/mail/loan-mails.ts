import type { Place } from '~/domain/grid/selection/rectangle-rules'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { describeCells } from './order-mails'
import { oneLine, renderEmail } from './render-email'

/* Emails about pixels that are lent until a time (P27), to the one who lends and the one who borrows. */

export type LoanSide = 'lender' | 'borrower'

/** `until`: UTC ms. `url`: absolute, where the reader sees to the pixels. */
export type LoanForMail = {
	lenderName: string
	borrowerName: string
	borrowerEmail: string
	cells: Place[]
	until: number
	url?: string
}

/** When the invitation has been accepted. */
export function loanStartedMail(loan: LoanForMail, side: LoanSide): Mail {
	const until = momentText(loan.until)
	return loanEmail(loan, side, {
		kind: 'loan-started',
		subject: side === 'lender' ? 'Your pixels are lent' : 'Pixels are lent to you',
		text:
			side === 'lender'
				? `Your invitation has been accepted: the pixels below are lent until ${until}. Until then the recipient chooses what they show. They come back to you by themselves at that time, with what they showed before.`
				: `You have accepted an invitation: the pixels below are lent to you until ${until}. They show nothing yet: choose an image, a text and a link for them. You cannot sell them or pass them on.`,
		button: side === 'borrower' ? 'Manage the pixels' : undefined,
	})
}

/** A day before the end. */
export function loanEndsSoonMail(loan: LoanForMail, side: LoanSide): Mail {
	const until = momentText(loan.until)
	return loanEmail(loan, side, {
		kind: 'loan-ends-soon',
		subject: side === 'lender' ? 'Your pixels come back soon' : 'A loan of pixels to you ends soon',
		text:
			side === 'lender'
				? `The pixels below that you have lent come back to you on ${until}, with what they showed before.`
				: `The pixels below are lent to you until ${until}. Then they go back to their owner, and what you show on them is erased. If you need the image later, please keep a copy.`,
		button: undefined,
	})
}

/** At the end. */
export function loanEndedMail(loan: LoanForMail, side: LoanSide): Mail {
	return loanEmail(loan, side, {
		kind: 'loan-ended',
		subject: side === 'lender' ? 'Your pixels are back' : 'A loan of pixels to you has ended',
		text:
			side === 'lender'
				? 'The loan of the pixels below has ended. They are yours to manage and to sell again, and show what they showed before.'
				: 'The loan of the pixels below has ended. They are back with their owner, and what you showed on them has been erased.',
		button: side === 'lender' ? 'Manage your pixels' : undefined,
	})
}

/** Before its time, because the owner has lost the pixels. */
export function loanEndedEarlyMail(loan: LoanForMail, side: LoanSide): Mail {
	return loanEmail(loan, side, {
		kind: 'loan-ended-early',
		subject: 'A loan of pixels has ended early',
		text:
			side === 'lender'
				? 'The pixels below are no longer yours, so the loan of them has ended before its time.'
				: 'The pixels below no longer belong to the one who lent them to you, so the loan has ended before its time. What you showed on them has been erased.',
		button: undefined,
	})
}

function loanEmail(
	loan: LoanForMail,
	side: LoanSide,
	{
		kind,
		subject,
		text,
		button,
	}: { kind: string; subject: string; text: string; button: string | undefined },
): Mail {
	const { lenderName, borrowerName, borrowerEmail, cells, until, url } = loan
	const other: [string, string][] =
		side === 'lender'
			? [
					['Lent to', oneLine(borrowerName)],
					['Email', oneLine(borrowerEmail)],
				]
			: [['From', oneLine(lenderName)]]
	return renderEmail({
		kind,
		subject,
		to: side === 'lender' ? lenderName : borrowerName,
		parts: [
			text,
			{ facts: [...other, ['Pixels', describeCells(cells)], ['Until', momentText(until)]] },
			...(button && url ? [{ button, url }] : []),
		],
	})
}
