import { brand } from '~/domain/brand'
import type { Place } from '~/domain/grid/selection/rectangle-rules'
import { poundsWithWords } from '~/domain/money'
import type { Mail } from '~/server/mail/outbox.server'
import { describeCells } from './order-mails'
import { oneLine, renderEmail } from './render-email'

/* Emails about an invitation to take over pixels, once it has been decided. */

/** `senderName` null: the house. Addresses are absolute. */
export type TransferForMail = {
	senderName: string | null
	recipientName: string
	recipientEmail: string
	cells: Place[]
	/** Where the sender sees the sale; the house has no history of its own. */
	historyUrl: string | null
	/** Where the recipient sees to the pixels. */
	manageUrl: string
	/** The recipient's certificate; the house has none. */
	certificateUrl: string | null
}

/** To the sender, after acceptance. `pence`: list prices of that day. */
export function invitationAcceptedMail(transfer: TransferForMail & { pence: number }): Mail {
	const { senderName, cells, historyUrl, pence } = transfer
	return renderEmail({
		kind: 'invitation-accepted',
		subject: 'Your invitation has been accepted',
		to: senderName ?? undefined,
		parts: [
			'The pixels below now belong to the recipient of your invitation. What they showed has been taken off the grid.',
			{
				facts: [
					...recipient(transfer),
					['Pixels', describeCells(cells)],
					['List price', poundsWithWords(pence)],
				],
			},
			...(historyUrl ? [{ button: 'See the sale', url: historyUrl }] : []),
		],
	})
}

/** To the recipient, after acceptance. `pence`: list prices of that day. */
export function pixelsReceivedMail({
	senderName,
	recipientName,
	cells,
	manageUrl,
	certificateUrl,
	pence,
}: TransferForMail & { pence: number }): Mail {
	return renderEmail({
		kind: 'pixels-received',
		subject: 'The pixels that you accepted are yours',
		to: recipientName,
		parts: [
			'You have accepted an invitation, and the pixels below belong to you. They show nothing yet: choose an image, a text and a link for them.',
			{
				facts: [
					['From', oneLine(senderName ?? brand.name)],
					['Pixels', describeCells(cells)],
					['List price', poundsWithWords(pence)],
				],
			},
			{ button: 'Manage your pixels', url: manageUrl },
			...(certificateUrl ? [{ button: 'Your Global Ownership Certificate', url: certificateUrl }] : []),
			'If it was not you who accepted, please write to us at once.',
		],
	})
}

/** To the sender, after rejection. */
export function invitationRejectedMail(transfer: TransferForMail): Mail {
	const { senderName, cells } = transfer
	return renderEmail({
		kind: 'invitation-rejected',
		subject: 'Your invitation has been rejected',
		to: senderName ?? undefined,
		parts: [
			'The recipient of your invitation has rejected it. Nothing about the pixels below has changed: while they are yours, you may offer them to somebody else.',
			{ facts: [...recipient(transfer), ['Pixels', describeCells(cells)]] },
		],
	})
}

function recipient({ recipientName, recipientEmail }: TransferForMail): [string, string][] {
	return [
		['Recipient', oneLine(recipientName)],
		['Email', oneLine(recipientEmail)],
	]
}
