import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { type Part, pixelsFact, renderEmail } from './render-email'

/* Emails about pixels that the house has taken back (P30). */

/** `references`: of the orders that the pixels came from. `reason`: as the administrator wrote it. */
export type ReleaseForEmail = {
	fullName: string
	cells: CellPosition[]
	references: string[]
	reason: string
}

const facts = ({ cells, references }: ReleaseForEmail): Part => ({
	facts: [
		pixelsFact(cells),
		references.length > 0 && [references.length === 1 ? 'Order' : 'Orders', references.join(', ')],
	],
})

function askForReply({ references }: ReleaseForEmail, when: string): string {
	const quote = references.length > 0 ? `, and quote the reference ${references.join(', ')}` : ''
	return `${when}, please reply to this email${quote}.`
}

/** Sent to a member whose pixels are available again. `isErased`: their creatives were erased. */
export const pixelsReleasedEmail = (release: ReleaseForEmail, isErased: boolean) =>
	renderEmail(
		isErased ? 'pixels-deleted' : 'pixels-restored',
		'Your pixels have been released by the house',
		release.fullName,
		[
			'We have taken back the pixels below. They are no longer yours, and anybody can buy them.',
			'Our reason:',
			{ quote: release.reason },
			facts(release),
			isErased
				? 'Their content has been removed from the grid and erased.'
				: 'Their content has been removed from the grid. We keep it in case the pixels return to you.',
			askForReply(release, 'If you believe that this is a mistake, or if you are owed money'),
		],
	)

/** Sent to a buyer whose checkout continues without its hold. */
export const holdEndedEmail = (release: ReleaseForEmail) =>
	renderEmail('hold-ended', 'Your pixels are no longer on hold', release.fullName, [
		'We have ended the hold on the pixels below. Your checkout stays open, but from now on somebody else may buy them.',
		'Our reason:',
		{ quote: release.reason },
		facts(release),
		'If you have already made the transfer, please still send us the receipt in your checkout.',
		askForReply(release, 'If you believe that this is a mistake'),
	])
