/** First name, last name and email, the same in every form. */
export const PERSON = {
	firstName: { label: 'First name', autoComplete: 'given-name', maxLength: 60, isPaired: true },
	lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 60 },
	email: { label: 'Email', type: 'email', autoComplete: 'email', maxLength: 254 },
}

/** The email address of the account to log in to. */
export const EMAIL = { label: 'Email', type: 'email', autoComplete: 'username', maxLength: 254 }

/** The password of the account to log in to. */
export const PASSWORD = {
	label: 'Password',
	control: 'password',
	autoComplete: 'current-password',
	maxLength: 128,
} as const

/** The current password, for a step that needs a recent sign-in. */
export const CURRENT_PASSWORD = {
	label: 'Current password',
	control: 'password',
	help: 'You logged in more than 15 minutes ago, so we ask once more.',
	autoComplete: 'current-password',
	maxLength: 128,
} as const

/** A new password, and its repetition. */
export const newPassword = (label: string) =>
	({
		label,
		control: 'password',
		help: '8 to 128 characters, without your name or address. A sentence is better than a puzzle.',
		autoComplete: 'new-password',
		minLength: 8,
		maxLength: 128,
	}) as const
export const CONFIRM_PASSWORD = {
	label: 'Confirm password',
	control: 'password',
	autoComplete: 'new-password',
	maxLength: 128,
} as const

/** Tells password managers which account a form is about. */
export function UsernameHint({ email }: { email: string }) {
	return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}

/** Tells the server that the form's page has set a cookie; see app/server/forms/cookie-check.server.ts. */
export function CookieCheck() {
	return <input type="hidden" name="cookie_check" value="1" />
}
