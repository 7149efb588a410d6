import { z } from 'zod'
import { NAME } from '~/domain/accounts/rules'

/** The longest message of the contact form, in characters. */
export const MESSAGE_LENGTH = 4000

const line = (missing: string) =>
	z
		.string({ error: missing })
		.trim()
		.min(1, { error: missing, abort: true })
		.max(60, 'Please use at most 60 characters')
		.regex(NAME, 'Please use letters only')

/** The form of /contact: all four fields are required (specification 1, section 5). */
export const ContactForm = z.object({
	firstName: line('Please enter your first name'),
	lastName: line('Please enter your last name'),
	email: z
		.string({ error: 'Please enter your e-mail address' })
		.trim()
		.toLowerCase()
		.max(254, 'This e-mail address is too long')
		.pipe(z.email('Please enter a valid e-mail address')),
	message: z
		.string({ error: 'Please enter your message' })
		// Browsers count a line break as one character and send two.
		.transform(text => text.replaceAll('\r\n', '\n').trim())
		.pipe(
			z
				.string()
				.min(1, 'Please enter your message')
				.max(MESSAGE_LENGTH, `Please use at most ${MESSAGE_LENGTH.toLocaleString('en-GB')} characters`),
		),
	/** No person sees this field; what fills in every field is a machine. */
	leave_empty: z.string().optional(),
})
