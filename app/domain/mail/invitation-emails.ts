import { brand } from '~/domain/brand'
import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { poundsWithWords } from '~/domain/money'
import { formatDateTime } from '~/domain/time'
import { type Fact, oneLine, type Part, pixelsFact, renderEmail } from './render-email'

/* Emails about an invitation to take over or borrow pixels, and about its answer. URLs are absolute. */

/** `senderName` null: the house. `until`: UTC ms, of a loan. */
export type InvitationForEmail = {
	senderName: string | null
	recipientName: string | undefined
	recipientEmail: string
	cells: CellPosition[]
	until: number | null
	/** The page to answer it, or for recipients without an account to register. */
	url: string
	hasAccount: boolean
	/** The sender's page for changing or deleting it. */
	editUrl: string
}

const sender = ({ senderName }: { senderName: string | null }) => oneLine(senderName ?? brand.name)

const invitationFacts = ({
	cells,
	until,
}: {
	cells: CellPosition[]
	until: number | null
}): (Fact | false)[] => [pixelsFact(cells), until !== null && ['Lent until', formatDateTime(until)]]

const replyParts = ({ hasAccount, recipientEmail, url }: InvitationForEmail): Part[] =>
	hasAccount
		? [{ button: 'See the invitation', url }]
		: [
				`To reply, please create an account with this address, ${oneLine(recipientEmail)}. The invitation opens as soon as the address is confirmed.`,
				{ button: 'Create an account', url },
			]

/** Sent to the recipient: what is offered, by whom, and how to accept. */
export const invitationReceivedEmail = (invitation: InvitationForEmail) =>
	renderEmail(
		'invitation-received',
		`You are invited to ${invitation.until === null ? 'take over' : 'borrow'} pixels`,
		invitation.recipientName,
		[
			invitation.until === null
				? `${sender(invitation)} would like to pass the pixels below on to you. If you accept, they are yours: you choose the image, the text and the link that they show.`
				: `${sender(invitation)} would like to lend you the pixels below until ${formatDateTime(invitation.until)}. If you accept before then, you choose what they show until that time, when they return automatically.`,
			{ facts: [['From', sender(invitation)], ...invitationFacts(invitation)] },
			...replyParts(invitation),
			`Accepting is free of charge. If you have agreed a price, it is a matter between you and ${invitation.senderName === null ? 'us' : 'the sender'}. If you do not know the sender, you can ignore this email.`,
		],
	)

/** Sent to the sender, whose name is `to`: a record of what was offered to whom. */
export const invitationSentEmail = (invitation: InvitationForEmail & { to: string }) =>
	renderEmail('invitation-sent', 'Your invitation has been sent', invitation.to, [
		`We have invited ${oneLine(invitation.recipientEmail)} to ${invitation.until === null ? 'take over' : 'borrow'} the pixels below. They remain yours until the invitation is accepted, but meanwhile you cannot manage them or offer them to anybody else.`,
		{ facts: [['Email', invitation.recipientEmail], ...invitationFacts(invitation)] },
		{ button: 'See your invitation', url: invitation.editUrl },
		'If you did not send it, please change your password and write to us at once.',
	])

/** Sent to the recipient when the sender has changed the date of the loan. */
export const invitationChangedEmail = (invitation: InvitationForEmail) =>
	renderEmail('invitation-changed', 'An invitation to you has changed', invitation.recipientName, [
		`${sender(invitation)} has changed the invitation below. If you accept it, the pixels will be ${invitation.until === null ? 'yours for good' : `lent to you until ${formatDateTime(invitation.until)}`}.`,
		{ facts: [['From', sender(invitation)], ...invitationFacts(invitation)] },
		...replyParts(invitation),
	])

/** Sent to the recipient of an invitation that its sender has deleted, or sent to somebody else instead. */
export const invitationWithdrawnEmail = (
	invitation: Pick<InvitationForEmail, 'senderName' | 'recipientName' | 'cells'>,
) =>
	renderEmail('invitation-withdrawn', 'An invitation to you has been withdrawn', invitation.recipientName, [
		`${sender(invitation)} had offered you the pixels below. The invitation has been withdrawn, so it can no longer be accepted. You do not need to do anything.`,
		{
			facts: [['From', sender(invitation)], pixelsFact(invitation.cells)],
		},
	])

/** Sent to the recipient of an open invitation whose sender's account was deleted. */
export const invitationSenderDeletedEmail = (cells: CellPosition[]) =>
	renderEmail('invitation-sender-deleted', 'An invitation to you has been withdrawn', null, [
		'You had been offered the pixels below. The invitation has been withdrawn: the account that sent it has been deleted.',
		{ facts: [pixelsFact(cells)] },
		'You do not need to do anything.',
	])

/** Sent to the sender of an open invitation whose recipient's account was deleted. `fullName` null: the house. */
export const invitationClosedEmail = ({
	fullName,
	recipientEmail,
	cells,
}: {
	fullName: string | null
	recipientEmail: string
	cells: CellPosition[]
}) =>
	renderEmail('invitation-closed', 'Your invitation has been closed', fullName, [
		'The recipient of your invitation has deleted their account, so it can no longer be accepted. Nothing about the pixels below has changed: while they are yours, you may offer them to somebody else.',
		{
			facts: [['Email', recipientEmail], pixelsFact(cells)],
		},
	])

/** An invitation that was answered. `senderName` null: the house. */
export type TransferForEmail = {
	senderName: string | null
	recipientName: string
	recipientEmail: string
	cells: CellPosition[]
	/** The sender's page of the sale; null for the house. */
	historyUrl: string | null
	/** The recipient's page for managing the pixels. */
	manageUrl: string
	/** The recipient's certificate; null for the house. */
	certificateUrl: string | null
}

const recipient = ({ recipientName, recipientEmail, cells }: TransferForEmail): Fact[] => [
	['Recipient', recipientName],
	['Email', recipientEmail],
	pixelsFact(cells),
]

/** Sent to the sender after acceptance. `pence`: list prices of that day. */
export const invitationAcceptedEmail = (transfer: TransferForEmail & { pence: number }) =>
	renderEmail('invitation-accepted', 'Your invitation has been accepted', transfer.senderName, [
		'The pixels below now belong to the recipient of your invitation. Their content has been removed from the grid.',
		{ facts: [...recipient(transfer), ['List price', poundsWithWords(transfer.pence)]] },
		transfer.historyUrl !== null && { button: 'See the sale', url: transfer.historyUrl },
	])

/** Sent to the recipient after acceptance. `pence`: list prices of that day. */
export const pixelsReceivedEmail = (transfer: TransferForEmail & { pence: number }) =>
	renderEmail('pixels-received', 'The pixels that you accepted are yours', transfer.recipientName, [
		'You have accepted an invitation, and the pixels below now belong to you. They show nothing yet: choose an image, a text and a link for them.',
		{
			facts: [
				['From', sender(transfer)],
				pixelsFact(transfer.cells),
				['List price', poundsWithWords(transfer.pence)],
			],
		},
		{ button: 'Manage your pixels', url: transfer.manageUrl },
		transfer.certificateUrl !== null && {
			button: 'Your Global Ownership Certificate',
			url: transfer.certificateUrl,
		},
		'If you did not accept it, please write to us at once.',
	])

/** Sent to the sender after rejection. */
export const invitationRejectedEmail = (transfer: TransferForEmail) =>
	renderEmail('invitation-rejected', 'Your invitation has been rejected', transfer.senderName, [
		'The recipient of your invitation has rejected it. Nothing about the pixels below has changed: while they are yours, you may offer them to somebody else.',
		{ facts: recipient(transfer) },
	])
