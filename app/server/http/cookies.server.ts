import { createHmac } from 'node:crypto'
import { type CookieOptions, createCookie } from 'react-router'
import { env } from '../ops/env.server'
import { COOKIES, type CookieName } from './cookie-list.server'

const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.secureCookies } as const

/** Returns the cookie options for the lifetime of a cookie. */
const getLifetime = (name: CookieName): CookieOptions => {
	const { seconds } = COOKIES[name]
	return seconds === null ? {} : { maxAge: seconds }
}

/* Named by the cache rules of proxies (deploy/nginx.conf). They identify nobody. */
const FOR_PROXIES: readonly CookieName[] = ['known-browser', 'cookie_preference', 'cookie_check']

/**
 * Returns the name of a cookie, which with https is bound to this host (`__Host-`): a page of another subdomain could
 * otherwise replace a step of a sign-in by one of its own.
 */
export const hostCookieName = (name: CookieName) =>
	env.secureCookies && !FOR_PROXIES.includes(name) ? `__Host-${name}` : name

/**
 * Creates a signed cookie: HttpOnly, SameSite=Lax, and Secure exactly when APP_URL is https. The name is part of the
 * signing key, so the value of one cookie is not valid under another name.
 */
export function signedCookie(name: CookieName) {
	const secrets = env.sessionSecrets.map(secret =>
		createHmac('sha256', secret).update(`cookie:${name}`).digest('base64url'),
	)
	return createCookie(hostCookieName(name), { ...base, secrets, ...getLifetime(name) })
}

/** Creates an unsigned cookie, for values that prove themselves (random tokens) or that nobody gains by forging. */
export function plainCookie(name: CookieName) {
	return createCookie(hostCookieName(name), { ...base, ...getLifetime(name) })
}
