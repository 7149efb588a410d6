import { createHmac } from 'node:crypto'
import { type CookieOptions, createCookie } from 'react-router'
import { env } from './env.server'

const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.secureCookies } as const

/**
 * A cookie whose value is signed; Secure exactly when APP_URL is https, HttpOnly and SameSite=Lax unless said
 * otherwise. The name is part of the signing key: the value of one cookie is worth nothing under the name of another.
 */
export function signedCookie(name: string, options: CookieOptions = {}) {
	const secrets = env.sessionSecrets.map(secret =>
		createHmac('sha256', secret).update(`cookie:${name}`).digest('base64url'),
	)
	return createCookie(name, { ...base, secrets, ...options })
}

/** An unsigned cookie, for values that prove themselves (random tokens) or that nobody gains by forging. */
export function plainCookie(name: string, options: CookieOptions = {}) {
	return createCookie(name, { ...base, ...options })
}
