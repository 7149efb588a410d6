import { brand } from '~/domain/brand'
import { renderEmail } from './render-email'

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
