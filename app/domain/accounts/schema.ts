import { z } from 'zod'
import { email, line, ownPath, personName, typedEmail, whenValid } from '~/domain/fields'
import { cleanLine } from '~/domain/text'
import commonPasswords from './common-passwords.txt?raw'
import { BAD_PASSWORD, foldCase, isPersonalPassword } from './rules'

/* Messages of the error catalogue are fixed (P49). */

/**
 * Common passwords of at least eight characters, in lower case: keyboard rows, words, names, years and the usual
 * variations. Attackers try them first.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(commonPasswords.trim().split(/\s+/))

/**
 * A new password. Long inputs are refused here, before anything hashes them. Whether it contains the owner's name needs
 * the account: the registration form and the account's commands check it.
 */
export const newPassword = z
	.string({ error: 'Please choose a password' })
	.min(8, 'Please use at least 8 characters')
	.max(128, 'Please use at most 128 characters')
	.refine(typed => !COMMON_PASSWORDS.has(foldCase(typed).trim()), BAD_PASSWORD.common)

const repeated = z.string({ error: 'Please repeat the password' }).max(128, 'Passwords do not match')

const terms = z.literal('on', { error: 'Please accept the Terms and Policy to continue' })

/** The error beside `confirmPassword` when it differs from the password. */
export const mismatchError = (password: 'password' | 'newPassword', error: string) => ({
	path: ['confirmPassword'],
	error,
	when: whenValid({ [password]: z.string(), confirmPassword: z.string() }),
})

type Person = { firstName: string; lastName: string; email: string; password: string }

/** Tests that a new account's password contains neither its owner's name nor address. */
export const isNotPersonal = ({ email, firstName, lastName, password }: Person) =>
	!isPersonalPassword(password, { email, fullName: `${firstName} ${lastName}` })
export const personalError = {
	path: ['password'],
	error: BAD_PASSWORD.personal,
	when: whenValid({ email: z.string(), firstName: z.string(), lastName: z.string(), password: z.string() }),
}

export const RegisterForm = z
	.object({
		firstName: personName('Please enter your first name'),
		lastName: personName('Please enter your last name'),
		email: email(),
		password: newPassword,
		confirmPassword: repeated,
		terms,
	})
	.refine(form => form.password === form.confirmPassword, mismatchError('password', 'Passwords do not match'))
	.refine(isNotPersonal, personalError)

/* A hidden field, so an invalid value falls back instead of preventing the sign-in. */
const redirectTo = ownPath()

export const LoginForm = z.object({
	email: typedEmail('Please enter your email address'),
	password: z.string({ error: 'Please enter your password' }).max(128, 'Please use at most 128 characters'),
	redirectTo,
	/* The input of a form that the end of the session interrupted, sealed by the server. */
	sealedForm: z
		.string()
		.max(50_000)
		.regex(/^[\w.-]*$/)
		.optional()
		.catch(undefined),
})

const code = line('Please enter a code', { max: 60, tooLong: 'Please enter only one code' })

export const currentPassword = z.string().max(128, 'Please use at most 128 characters').default('')

export const SecondFactorForm = z.object({ code, redirectTo })

export const FirstCodeForm = z.object({ code })

/** Setting up two-factor authentication; the password is needed unless the sign-in is recent. */
export const StartForm = z.object({ currentPassword })

/** Changing two-factor authentication requires both proofs. */
export const ProofForm = z.object({ currentPassword, code })

export const GoogleLinkForm = LoginForm.pick({ password: true })

/** The terms to accept before an account is opened through Google. */
export const GoogleSignUpForm = z.object({ terms })

/** Ends one of one's own sessions, or all but the current one. */
export const SessionForm = z.discriminatedUnion('intent', [
	z.object({ intent: z.literal('end-session'), session: z.string().regex(/^[\w-]{1,100}$/) }),
	z.object({ intent: z.literal('end-others') }),
])

export const KEY_DAYS = ['30', '90', '365'] as const

/** An API key. The password is needed unless the sign-in is recent. */
export const KeyForm = z.object({
	name: line('Please name the key', { max: 60, tooLong: 'Please keep the name within 60 characters' }),
	access: z.enum(['read', 'write'], { error: 'Please choose what the key may do' }),
	days: z.enum(KEY_DAYS, { error: 'Please choose how long the key lasts' }).transform(Number),
	currentPassword: z.string().default(''),
})

export const ForgotPasswordForm = z.object({ email: email() })

export const ResetPasswordForm = z
	.object({ newPassword, confirmPassword: repeated })
	.refine(
		form => form.newPassword === form.confirmPassword,
		mismatchError('newPassword', 'Passwords do not match.'),
	)

/** The form of a one-time code. */
export const codeForm = (incomplete = 'Please enter complete OTP') =>
	z.object({ digit: z.preprocess(boxes => joinDigits([boxes].flat()), z.string({ error: incomplete })) })

export const ResendForm = z.object({ intent: z.literal('resend') })

/**
 * Joins the six inputs named `digit` in order; the first may hold the whole code, as pasting without scripts leaves it.
 * @returns undefined unless they are six digits.
 */
export function joinDigits(boxes: readonly unknown[]): string | undefined {
	const code = boxes
		.map(box => (typeof box === 'string' ? cleanLine(box) : ''))
		.join('')
		.replaceAll(' ', '')
	return /^[0-9]{6}$/.test(code) ? code : undefined
}
