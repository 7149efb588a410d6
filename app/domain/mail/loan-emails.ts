import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { formatDateTime } from '~/domain/time'
import { type Fact, pixelsFact, renderEmail } from './render-email'

/* Emails to lender and borrower about pixels that are lent until a time (P27). */

export type LoanSide = 'lender' | 'borrower'

/** `until`: UTC ms. `url`: the absolute URL of the reader's page for the pixels. */
export type LoanForEmail = {
	lenderName: string
	borrowerName: string
	borrowerEmail: string
	cells: CellPosition[]
	until: number
	url: string
}

/** The text for each side. `button`: links to the reader's pixels. */
type Texts = { subject: string; text: string; button?: string }

function loanEmail(kind: string, loan: LoanForEmail, side: LoanSide, words: Record<LoanSide, Texts>) {
	const { lenderName, borrowerName, borrowerEmail, cells, until, url } = loan
	const { subject, text, button } = words[side]
	const other: Fact[] =
		side === 'lender'
			? [
					['Lent to', borrowerName],
					['Email', borrowerEmail],
				]
			: [['From', lenderName]]
	return renderEmail(kind, subject, side === 'lender' ? lenderName : borrowerName, [
		text,
		{ facts: [...other, pixelsFact(cells), ['Until', formatDateTime(until)]] },
		button !== undefined && { button, url },
	])
}

/** Sent when the invitation was accepted. */
export const loanStartedEmail = (loan: LoanForEmail, side: LoanSide) =>
	loanEmail('loan-started', loan, side, {
		lender: {
			subject: 'Your pixels are lent',
			text: `Your invitation has been accepted: the pixels below are lent until ${formatDateTime(loan.until)}. Until then the recipient chooses what they show. They return to you automatically at that time, with their previous content.`,
		},
		borrower: {
			subject: 'Pixels are lent to you',
			text: `You have accepted an invitation: the pixels below are lent to you until ${formatDateTime(loan.until)}. They show nothing yet: choose an image, a text and a link for them. You cannot sell them or pass them on.`,
			button: 'Manage the pixels',
		},
	})

/** Sent a day before the end. */
export const loanEndsSoonEmail = (loan: LoanForEmail, side: LoanSide) =>
	loanEmail('loan-ends-soon', loan, side, {
		lender: {
			subject: 'Your pixels return to you soon',
			text: `The pixels below, which you have lent, return to you on ${formatDateTime(loan.until)}, with their previous content.`,
		},
		borrower: {
			subject: 'A loan of pixels to you ends soon',
			text: `The pixels below are lent to you until ${formatDateTime(loan.until)}. Then they return to their owner, and what you show on them is erased. If you will need the image later, please keep a copy.`,
		},
	})

/** Sent at the end. */
export const loanEndedEmail = (loan: LoanForEmail, side: LoanSide) =>
	loanEmail('loan-ended', loan, side, {
		lender: {
			subject: 'Your pixels are back',
			text: 'The loan of the pixels below has ended. You can manage and sell them again, and they show their previous content.',
			button: 'Manage your pixels',
		},
		borrower: {
			subject: 'A loan of pixels to you has ended',
			text: 'The loan of the pixels below has ended. They have returned to their owner, and what you showed on them has been erased.',
		},
	})

/** Sent when the loan ended early because the owner has lost the pixels. */
export const loanEndedEarlyEmail = (loan: LoanForEmail, side: LoanSide) =>
	loanEmail('loan-ended-early', loan, side, {
		lender: {
			subject: 'A loan of pixels has ended early',
			text: 'The pixels below are no longer yours, so their loan has ended early.',
		},
		borrower: {
			subject: 'A loan of pixels has ended early',
			text: 'The pixels below no longer belong to the member who lent them to you, so the loan has ended early. What you showed on them has been erased.',
		},
	})

/**
 * Sent to the other side of a loan that ends with a deleted account. `fullName` null: the house. `side`: the reader's.
 */
export const loanAccountDeletedEmail = ({
	fullName,
	side,
	cells,
}: {
	fullName: string | null
	side: 'owner' | 'borrower'
	cells: CellPosition[]
}) =>
	renderEmail('loan-account-deleted', 'A loan of pixels has ended', fullName, [
		side === 'owner'
			? 'The account that had borrowed the pixels below has been deleted, so the loan has ended early. You can manage them again, and they show their previous content.'
			: 'The account that lent you the pixels below has been deleted, so the loan has ended early. What you showed on them has been removed from the grid.',
		{ facts: [pixelsFact(cells)] },
	])
