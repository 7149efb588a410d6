import { type CookieOptions, createCookie } from 'react-router'
import { env } from './env.server'

const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: env.secureCookies } as const

/** A cookie whose value is signed; Secure exactly when APP_URL is https, HttpOnly and SameSite=Lax unless said otherwise. */
export function signedCookie(name: string, options: CookieOptions = {}) {
	return createCookie(name, { ...base, secrets: env.sessionSecrets, ...options })
}

/** An unsigned cookie, for values that prove themselves (random tokens) or that nobody gains by forging. */
export function plainCookie(name: string, options: CookieOptions = {}) {
	return createCookie(name, { ...base, ...options })
}
