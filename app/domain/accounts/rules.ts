import { pluralize } from '~/domain/text'

/** The role of an account, and the first part of the addresses of its pages. */
export type Role = 'user' | 'admin'

/** The purpose of a one-time code; a code is only valid for its own purpose. */
export type CodePurpose = 'registration' | 'reset' | 'email-change'

/** How long a code is valid, and how long until the next can be requested, in seconds. */
export const CODE_SECONDS: Record<CodePurpose, number> = {
	registration: 300,
	reset: 600,
	'email-change': 300,
}

/** Wrong attempts after which a code is void. */
export const CODE_TRIES = 5

/** How long after its last code a flow may be resumed with a resend, in seconds. */
export const FLOW_SECONDS = 3600

/** How long after the code a new password may be set, in seconds. */
export const RESET_GRANT_SECONDS = 600

/** Lifetime of a sign-in token after Google's answer, in seconds (P40). */
export const SIGN_IN_TOKEN_SECONDS = 60

/** How long after Google's answer the password for linking may be entered, in seconds. */
export const GOOGLE_LINK_SECONDS = 600

/** Recovery codes per account (P39). */
export const RECOVERY_CODES = 10

/** How long a displayed two-factor key waits for its first code, in seconds. */
export const SETUP_SECONDS = 3600

/** How long after the password the two-factor code may be entered, in seconds. */
export const SECOND_FACTOR_SECONDS = 600

export function describeCodesLeft(left: number): string {
	if (left === 0) return 'You have no recovery codes left.'
	return `You have ${pluralize(left, 'recovery code')} left.`
}

/** Number of attempts, and the window in seconds in which they are counted. Successful attempts are taken back. */
export const LIMITS = {
	signInPerAddress: { attempts: 50, seconds: 900 },
	signInPerAccountAndAddress: { attempts: 10, seconds: 900 },
	signInPerBrowser: { attempts: 10, seconds: 900 },
	registrationsPerAddress: { attempts: 60, seconds: 900 },
	registrationMailsPerMinute: { attempts: 1, seconds: 60 },
	registrationMailsPerHour: { attempts: 5, seconds: 3600 },
	mailedCodeTriesPerEmail: { attempts: 20, seconds: 3600 },
	unnamedCodeTries: { attempts: 5, seconds: 900 },
	resetsPerAddress: { attempts: 60, seconds: 900 },
	codesPerEmailAndAddress: { attempts: 4, seconds: 3600 },
	codesPerEmail: { attempts: 6, seconds: 3600 },
	codesPerBrowser: { attempts: 6, seconds: 3600 },
	codesPerAddress: { attempts: 60, seconds: 900 },
	codeTriesPerAddress: { attempts: 60, seconds: 900 },
	googlePerAddress: { attempts: 30, seconds: 900 },
	appCodesPerAccount: { attempts: 20, seconds: 3600 },
	ownPasswordPerAccount: { attempts: 10, seconds: 900 },
	passwordChangesPerAccount: { attempts: 10, seconds: 3600 },
	passwordMailsPerAccount: { attempts: 1, seconds: 3600 },
	changesPerAccount: { attempts: 60, seconds: 3600 },
	exportsPerAccount: { attempts: 20, seconds: 3600 },
} as const

/** How long after signing in the password is not asked for again, in seconds. */
export const FRESH_SIGN_IN_SECONDS = 900

/** Tests whether a sign-in is recent enough to replace the password. Times in UTC ms. */
export function isFreshSignIn(signedInAt: number, now: number): boolean {
	return now - signedInAt <= FRESH_SIGN_IN_SECONDS * 1000
}

/** Tests whether a sensitive step needs the password again, because a stolen session must not be able to take it. */
export function needsPassword(account: { hasPassword: boolean; signedInAt: number }, now: number): boolean {
	return account.hasPassword && !isFreshSignIn(account.signedInAt, now)
}

/** Why an administrator cannot set the password or address of another administrator (P53). */
export const ADMINISTRATORS_OWN =
	'Administrators set their own password and email address in their settings, or with “Forgot password”. The operator can reset a password on the command line.'

/** Returns the message that refuses a step without a recent sign-in. `before` names the step: 'you change this'. */
export function staleSignIn(before: string): string {
	return `You logged in more than 15 minutes ago. Please log out and in again before ${before}.`
}

/** The window in which wrong passwords slow an account down, and how many of them count. */
export const SLOW_DOWN = { attempts: 50, seconds: 3600 } as const

/**
 * Returns the delay in ms of the `wrong`th attempt within an hour on an account from unknown browsers. Attempts are
 * delayed rather than refused, because strangers could otherwise lock the owner out.
 */
export function slowDownMs(wrong: number): number {
	if (wrong <= 10) return 0
	if (wrong <= 20) return 1_000
	return wrong <= 50 ? 2_000 : 5_000
}

const PERSONAL_PART = 4

/**
 * Tests whether a password contains the local part of its owner's email address, or a name of at least four letters.
 * Attackers try them.
 */
export function isPersonalPassword(password: string, owner: { email: string; fullName: string }): boolean {
	const typed = foldCase(password)
	const [local = ''] = owner.email.split('@')
	const names = owner.fullName.split(/[\s'’.-]+/)
	return [local, ...names].some(part => part.length >= PERSONAL_PART && typed.includes(foldCase(part)))
}

/** Folds case for comparisons. */
export function foldCase(text: string): string {
	return text.normalize('NFKC').toLowerCase()
}

/** Messages for new passwords that are refused. */
export const BAD_PASSWORD = {
	common: 'Very many people use this password. Please choose another one',
	personal: 'Please choose a password without your name or email address in it',
} as const

/** Fixed texts (P49). */
export const TEXT = {
	unexpected: 'An unexpected error occurred. Please try again.',
	userDetails: 'Failed to load user details',
	registrationFailed: 'Registration failed',
	verificationFailed: 'Verification failed',
	invalidCode: 'Invalid OTP. Please try again.',
	sendFailed: 'Failed to send reset link. Please try again.',
	resendResetFailed: 'Failed to resend code. Please try again.',
	resendFailed: 'Failed to resend OTP',
	resetFailed: 'Failed to reset password. Please try again.',
	emailFirst: 'Please provide your email first',
	loginFailed: 'Login failed. Please try again.',
	codeSent: 'OTP sent to your email successfully.',
	resetCodeResent: 'Verification code resent to your email.',
	codeResent: 'New OTP sent successfully!',
	codeVerified: 'OTP verified successfully!',
	emailVerified: 'Email verified successfully!',
	passwordReset: 'Password reset successfully!',
} as const

export function describeResendWait(seconds: number): string {
	return `Please wait ${seconds} seconds before requesting a new OTP`
}

/** Returns the message when no code is emailed because others were; `seconds` until the next can be. */
export function codeSentAlready(seconds: number): string {
	return `A code has already been sent to this address. Please enter the newest one, or ask for another in ${formatDuration(seconds)}.`
}

/** The message for a correct code in a browser that requested none, when others may be guessing codes. */
export const ANOTHER_CODE =
	'That code is right. Because codes for this address have been requested elsewhere too, we have sent one more. Please enter the new one.'

/** Formats a waiting time in seconds, rounded up: '40 seconds', '1 minute', '90 minutes', '3 hours'. */
export function formatDuration(seconds: number): string {
	if (seconds < 60) return pluralize(seconds, 'second')
	const minutes = Math.ceil(seconds / 60)
	return minutes > 120 ? pluralize(Math.ceil(minutes / 60), 'hour') : pluralize(minutes, 'minute')
}

/** Returns the whole seconds from `now` until `then` (UTC ms), at least 1. */
export function secondsUntil(then: number, now: number): number {
	return Math.max(1, Math.ceil((then - now) / 1000))
}

/** Messages for a user that could not be changed. */
export const USER_FAILED = {
	add: 'Failed to add user',
	update: 'Failed to update user details',
	delete: 'Failed to delete user',
} as const
