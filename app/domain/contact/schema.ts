import { z } from 'zod'
import { email, optionalLine, personName, text } from '~/domain/fields'

/** Maximum length of a message, in characters. */
export const MESSAGE_LENGTH = 4000

const tooLong = `Please use at most ${MESSAGE_LENGTH.toLocaleString('en-GB')} characters`

/** The message for a failure. */
export const NOT_SENT = 'Failed to send message. Please try again later.'

/** The form of /contact: all four fields are required. */
export const ContactForm = z.object({
	firstName: personName('Please enter your first name'),
	lastName: personName('Please enter your last name'),
	email: email(),
	message: text('Please enter your message', { max: MESSAGE_LENGTH, tooLong }),
	/** A hidden field: only bots fill it in. */
	leave_empty: optionalLine({ max: MESSAGE_LENGTH, tooLong }).optional(),
})
