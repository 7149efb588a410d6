import { brand } from '~/domain/brand'
import type { Mail } from '~/server/mail/outbox.server'
import { oneLine, renderEmail } from './render-email'

/* Emails about the contact form. */

/** To the operator: a message from the contact page. An answer to it goes to the sender. */
export function contactMail({
	firstName,
	lastName,
	email,
	message,
}: {
	firstName: string
	lastName: string
	email: string
	message: string
}): Mail {
	const name = oneLine(`${firstName} ${lastName}`)
	return renderEmail({
		kind: 'contact',
		subject: `A message from ${name}`,
		replyTo: email,
		parts: [
			'This message was sent through the contact page. If you answer this email, your answer goes to the sender.',
			{
				facts: [
					['From', name],
					['Email', oneLine(email)],
				],
			},
			{ quote: message },
		],
	})
}

/**
 * To the sender. It does not repeat the message: the address is unproven, and nobody shall send words to others through
 * us.
 */
export function contactReceivedMail({ firstName, lastName }: { firstName: string; lastName: string }): Mail {
	return renderEmail({
		kind: 'contact-received',
		subject: 'We have received your message',
		to: `${firstName} ${lastName}`,
		parts: [
			`Thank you for writing to ${brand.name}. Your message has reached us, and one of us will read it and answer you at this address.`,
			'If you did not write to us, someone has given your address by mistake. You may ignore this email.',
		],
	})
}
