/** What a one-time code is for; a code of one purpose is worth nothing for another. */
export type CodePurpose = 'registration' | 'reset' | 'email-change'

/** How long a code is valid, and how long until the next may be asked for, in seconds (section 9). */
export const CODE_SECONDS: Record<CodePurpose, number> = {
	registration: 300,
	reset: 600,
	'email-change': 300,
}

/** Wrong tries that a code endures (decision 20). */
export const CODE_TRIES = 5

/** How long after its last code a flow may still be taken up again with a resend, in seconds. */
export const FLOW_SECONDS = 3600

/** How long after the code a new password may be set, in seconds (decision 33). */
export const RESET_GRANT_SECONDS = 600

/** How long a sign-in token of decision 26 is good, in seconds. */
export const SIGN_IN_TOKEN_SECONDS = 60

/** Attempts and the window in seconds that they are counted in. Those that end well are taken back. */
export const LIMITS = {
	signInPerAccount: { attempts: 10, seconds: 900 },
	signInPerAddress: { attempts: 50, seconds: 900 },
	registrationsPerAddress: { attempts: 60, seconds: 900 },
	codesPerEmail: { attempts: 6, seconds: 3600 },
	codesPerAddress: { attempts: 60, seconds: 900 },
	codeTriesPerAddress: { attempts: 60, seconds: 900 },
	googlePerAddress: { attempts: 30, seconds: 900 },
} as const

/**
 * What a name may be: one line, and nothing that a mail program makes a link of. Letters with names in them go to addresses that
 * nobody has proven yet, and must not carry a stranger's advertisement there.
 */
export const NAME = /^(?!.*\.\p{L}{2})[^\p{Cc}/\\:@]+$/u

/** Section 8, word for word. */
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

/** Section 5: the words for a resend that comes too early. */
export function resendTooEarly(seconds: number): string {
	return `Please wait ${seconds} seconds before requesting a new OTP`
}

/** '40 seconds', '1 minute', '15 minutes': a waiting time in seconds, minutes rounded up. */
export function waitText(seconds: number): string {
	if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
	const minutes = Math.ceil(seconds / 60)
	return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** The words for a limit that was reached; `seconds` until the next try. */
export function tooManyText(seconds: number): string {
	return `Too many attempts. Please wait ${waitText(seconds)} and try again.`
}

/** Whole seconds from `now` until `then` (UTC ms), at least 1. */
export function secondsUntil(then: number, now: number): number {
	return Math.max(1, Math.ceil((then - now) / 1000))
}
