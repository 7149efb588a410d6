import { z } from 'zod'
import { NAME } from './rules'

/* Messages are those of specification 1, sections 5 and 8; where it has none, plain sentences. */

const email = z
	.string({ error: 'Please enter your e-mail address' })
	.trim()
	.toLowerCase()
	.max(254, 'This e-mail address is too long')
	.pipe(z.email('Please enter a valid e-mail address'))

const name = (missing: string) =>
	z
		.string({ error: missing })
		.trim()
		.min(1, { error: missing, abort: true })
		.max(60, 'Please use at most 60 characters')
		.regex(NAME, 'Please use letters only')

/** A password that is being chosen (decision 22). Long inputs are refused here, before anything hashes them. */
const newPassword = z
	.string({ error: 'Please choose a password' })
	.min(8, 'Please use at least 8 characters')
	.max(128, 'Please use at most 128 characters')

const repeated = z.string({ error: 'Please repeat the password' }).max(128, 'Passwords do not match')

export const RegisterForm = z
	.object({
		firstName: name('Please enter your first name'),
		lastName: name('Please enter your last name'),
		email,
		password: newPassword,
		confirmPassword: repeated,
		terms: z.literal('on', { error: 'Please accept the Terms and Policy to continue' }),
	})
	.refine(form => form.password === form.confirmPassword, {
		path: ['confirmPassword'],
		error: 'Passwords do not match',
		when: ({ value }) => bothTyped(value, 'password', 'confirmPassword'),
	})

export const LoginForm = z.object({
	email: z
		.string({ error: 'Please enter your e-mail address' })
		.trim()
		.toLowerCase()
		.max(254, 'This e-mail address is too long'),
	password: z.string({ error: 'Please enter your password' }).max(128, 'Please use at most 128 characters'),
	/* Nobody sees this field, so nothing in it may keep them from logging in. */
	redirectTo: z.string().max(2000).optional().catch(undefined),
})

export const ForgotPasswordForm = z.object({ email })

export const ResetPasswordForm = z
	.object({ newPassword, confirmPassword: repeated })
	.refine(form => form.newPassword === form.confirmPassword, {
		path: ['confirmPassword'],
		error: 'Passwords do not match.',
		when: ({ value }) => bothTyped(value, 'newPassword', 'confirmPassword'),
	})

/* The comparison speaks even while other fields are wrong, so that all errors are told at once. */
function bothTyped(value: unknown, first: string, second: string): boolean {
	const typed = (key: string) => value instanceof Object && typeof Reflect.get(value, key) === 'string'
	return typed(first) && typed(second)
}

/**
 * The six boxes named `digit`, joined in order; the first box may hold the whole code, as a paste without scripts leaves it.
 * @returns undefined unless they are six digits.
 */
export function joinDigits(boxes: readonly FormDataEntryValue[]): string | undefined {
	const code = boxes.map(box => (typeof box === 'string' ? box.trim() : '')).join('')
	return /^[0-9]{6}$/.test(code) ? code : undefined
}
