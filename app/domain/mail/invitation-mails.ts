import { brand } from '~/domain/brand'
import type { Place } from '~/domain/grid/selection/rectangle-rules'
import { momentText } from '~/domain/time'
import type { Mail } from '~/server/mail/outbox.server'
import { describeCells } from './order-mails'
import { oneLine, renderEmail } from './render-email'

/* Emails about an invitation that waits for its answer. Those about the answer are in transfer-mails.ts. */

/** `senderName` null: the house. `till`: UTC ms, of a loan. Addresses are absolute. */
export type InvitationForMail = {
	senderName: string | null
	recipientName: string | undefined
	recipientEmail: string
	cells: Place[]
	till: number | null
	/** Where the recipient answers, or, without an account, makes one. */
	url: string
	hasAccount: boolean
	/** Where the sender changes or deletes it. */
	editUrl: string
}

/** To the recipient: what is offered, by whom, and how to accept. */
export function invitationReceivedMail(invitation: InvitationForMail): Mail {
	const { senderName, recipientName, till } = invitation
	const sender = oneLine(senderName ?? brand.name)
	return renderEmail({
		kind: 'invitation-received',
		subject: till === null ? 'You are invited to take over pixels' : 'You are invited to borrow pixels',
		to: recipientName,
		parts: [
			till === null
				? `${sender} would like to pass the pixels below on to you. If you accept, they are yours: you choose the image, the text and the link that they show.`
				: `${sender} would like to lend you the pixels below until ${momentText(till)}. If you accept before then, you choose what they show until that time; then they go back by themselves.`,
			{ facts: [['From', sender], ...factsOf(invitation)] },
			...answer(invitation),
			`Accepting costs nothing with us. If you have agreed on a price, that is between you and ${senderName === null ? 'us' : 'the sender'}. If you do not know the sender, you need not do anything.`,
		],
	})
}

/** To the sender: a record of what was offered to whom. */
export function invitationSentMail(invitation: InvitationForMail & { to: string }): Mail {
	return renderEmail({
		kind: 'invitation-sent',
		subject: 'Your invitation has been sent',
		to: invitation.to,
		parts: [
			`We have invited ${oneLine(invitation.recipientEmail)} to ${invitation.till === null ? 'take over' : 'borrow'} the pixels below. They stay with you until the invitation is accepted, but cannot be managed or offered to anybody else meanwhile.`,
			{ facts: [['Email', oneLine(invitation.recipientEmail)], ...factsOf(invitation)] },
			{ button: 'See your invitation', url: invitation.editUrl },
			'If it was not you who sent it, please change your password and write to us at once.',
		],
	})
}

/** To the recipient, when the sender has changed until when the pixels would be lent. */
export function invitationChangedMail(invitation: InvitationForMail): Mail {
	const { senderName, recipientName, till } = invitation
	return renderEmail({
		kind: 'invitation-changed',
		subject: 'An invitation to you has changed',
		to: recipientName,
		parts: [
			`${oneLine(senderName ?? brand.name)} has changed the invitation below. ${
				till === null
					? 'The pixels would now be yours for good.'
					: `The pixels would now be lent to you until ${momentText(till)}.`
			}`,
			{ facts: [['From', oneLine(senderName ?? brand.name)], ...factsOf(invitation)] },
			...answer(invitation),
		],
	})
}

/** To the recipient of an invitation that its sender has deleted, or sent to somebody else instead. */
export function invitationWithdrawnMail({
	senderName,
	recipientName,
	cells,
}: Pick<InvitationForMail, 'senderName' | 'recipientName' | 'cells'>): Mail {
	const sender = oneLine(senderName ?? brand.name)
	return renderEmail({
		kind: 'invitation-withdrawn',
		subject: 'An invitation to you has been withdrawn',
		to: recipientName,
		parts: [
			`${sender} had offered you the pixels below. The invitation has been withdrawn, so it can no longer be accepted. There is nothing that you have to do.`,
			{
				facts: [
					['From', sender],
					['Pixels', describeCells(cells)],
				],
			},
		],
	})
}

function factsOf({ cells, till }: InvitationForMail): [string, string][] {
	const pixels: [string, string] = ['Pixels', describeCells(cells)]
	return till === null ? [pixels] : [pixels, ['Lent until', momentText(till)]]
}

function answer({ hasAccount, recipientEmail, url }: InvitationForMail) {
	if (hasAccount) return [{ button: 'See the invitation', url }]
	return [
		`To answer, please make an account with this address, ${oneLine(recipientEmail)}. The invitation opens as soon as the address is confirmed.`,
		{ button: 'Make an account', url },
	]
}
