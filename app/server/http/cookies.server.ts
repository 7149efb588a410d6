import { createHmac } from 'node:crypto'
import { type CookieOptions, createCookie } from 'react-router'
import { env } from '../ops/env.server'
import { COOKIES, type CookieName } from './cookie-list.server'

const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.secureCookies } as const

/** Cookie options for the lifetime of a cookie. */
const lifetimeOf = (name: CookieName): CookieOptions => {
	const { seconds } = COOKIES[name]
	return seconds === null ? {} : { maxAge: seconds }
}

/** The name of a cookie that behind https belongs to this host alone. */
export const hostCookieName = (name: CookieName) => (env.secureCookies ? `__Host-${name}` : name)

/**
 * A cookie whose value is signed; Secure exactly when APP_URL is https, HttpOnly and SameSite=Lax. The name is part of
 * the signing key: the value of one cookie is worth nothing under the name of another.
 */
export function signedCookie(name: CookieName) {
	const secrets = env.sessionSecrets.map(secret =>
		createHmac('sha256', secret).update(`cookie:${name}`).digest('base64url'),
	)
	return createCookie(name, { ...base, secrets, ...lifetimeOf(name) })
}

/** An unsigned cookie, for values that prove themselves (random tokens) or that nobody gains by forging. */
export function plainCookie(name: CookieName) {
	return createCookie(name, { ...base, ...lifetimeOf(name) })
}

/** {@link plainCookie} that behind https belongs to this host alone. */
export function hostCookie(name: CookieName) {
	return createCookie(hostCookieName(name), { ...base, ...lifetimeOf(name) })
}
