import type { Role } from '~/domain/accounts/rules'

/* Every cookie that the product sets: cookies.server.ts takes names and lifetimes from here, and the cookie policy
   lists them. */

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Session lifetimes in seconds: since the last visit, and in all. */
export const SESSION_SECONDS = {
	user: { idle: 14 * DAY_S, total: 30 * DAY_S },
	admin: { idle: HOUR_S / 2, total: 12 * HOUR_S },
} as const

type CookieDescription = {
	/** How long a browser keeps it; null: until it is closed. */
	seconds: number | null
	/** Its purpose, as the cookie policy states it. */
	purpose: string
}

/** By name, without the prefix that most of them get with https (`hostCookieName`). */
export const COOKIES = {
	session: {
		seconds: 400 * DAY_S,
		purpose: `keeps you logged in. It is removed when you log out. Your session ends sooner: ${describeSessionEnd('user')}; an administrator’s ${describeSessionEnd('admin')}.`,
	},
	'known-browser': {
		seconds: 400 * DAY_S,
		purpose:
			'remembers which accounts have logged in with this browser, so that nobody who guesses at your password can keep you out.',
	},
	cookie_preference: {
		seconds: 365 * DAY_S,
		purpose: 'remembers whether you accepted or rejected cookies.',
	},
	'typed-email': {
		seconds: 30 * DAY_S,
		purpose: 'fills in the address that you typed last. It is removed when you log out.',
	},
	registration: { seconds: HOUR_S, purpose: 'names the registration that waits for its code.' },
	reset: { seconds: HOUR_S, purpose: 'names the request for a new password that waits for its code.' },
	'email-change': { seconds: HOUR_S, purpose: 'names the change of your address that waits for its code.' },
	'reset-grant': {
		seconds: 10 * MINUTE_S,
		purpose: 'allows this browser to set a new password, once the code was right.',
	},
	'second-factor': {
		seconds: 10 * MINUTE_S,
		purpose: 'names the log-in that waits for the code of your authenticator app.',
	},
	google: {
		seconds: 10 * MINUTE_S,
		purpose: 'ties the answer of Google to this browser. Its name ends in a number of its own.',
	},
	'google-sign-in': { seconds: MINUTE_S, purpose: 'names the log-in that Google has confirmed.' },
	'google-sign-up': {
		seconds: 10 * MINUTE_S,
		purpose: 'names the registration with Google that waits for the terms to be accepted.',
	},
	'google-link': {
		seconds: 10 * MINUTE_S,
		purpose: 'names the Google account that waits for the password of yours.',
	},
	'interrupted-form': {
		seconds: 10 * MINUTE_S,
		purpose: 'names the form that you were filling in when your session ended.',
	},
	destination: {
		seconds: 10 * MINUTE_S,
		purpose: 'remembers the page that you wanted, on the way to Google and back.',
	},
	'account-deletion': {
		seconds: 10 * MINUTE_S,
		purpose: 'remembers that you entered your password to delete your account.',
	},
	'shown-once': {
		seconds: 5 * MINUTE_S,
		purpose: 'carries recovery codes or a new key, encrypted, to the page that shows them once.',
	},
	flash: { seconds: MINUTE_S, purpose: 'carries a message from one page to the next.' },
	cookie_check: {
		seconds: null,
		purpose: 'tells us that your browser keeps cookies at all. Pages with a form set it.',
	},
} as const satisfies Record<string, CookieDescription>

export type CookieName = keyof typeof COOKIES

/** Formats how long a browser keeps a cookie: '400 days', '1 hour', '5 seconds'. */
export function formatLifetime(seconds: number | null): string {
	if (seconds === null) return 'until the browser is closed'
	const [count, unit] =
		seconds % DAY_S === 0
			? [seconds / DAY_S, 'day']
			: seconds % HOUR_S === 0
				? [seconds / HOUR_S, 'hour']
				: seconds % MINUTE_S === 0
					? [seconds / MINUTE_S, 'minute']
					: [seconds, 'second']
	return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Describes when a session ends: 'after 14 days without a visit, and after 30 days in any case'. */
export function describeSessionEnd(role: Role): string {
	const { idle, total } = SESSION_SECONDS[role]
	return `after ${formatLifetime(idle)} without a visit, and after ${formatLifetime(total)} in any case`
}

/** Lists every cookie for the cookie policy. */
export function listCookies() {
	return Object.entries(COOKIES).map(([name, { seconds, purpose }]) => ({
		name,
		lifetime: formatLifetime(seconds),
		purpose,
	}))
}
