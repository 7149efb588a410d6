import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Cookie, type CookieOptions, createCookie } from 'react-router'
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
	return remembering(name, createCookie(name, { ...base, secrets, ...options }))
}

/* A browser sends the same cookies with every request: its signature is checked once. */
const HEADERS_AT_MOST = 2_000
const LONGEST_HEADER = 4_096

function remembering(name: string, cookie: Cookie): Cookie {
	const parsed = new LRUCache<string, { value: unknown }>({ max: HEADERS_AT_MOST })
	return {
		...cookie,
		async parse(header, options) {
			if (!header?.includes(`${name}=`)) return null
			if (options || header.length > LONGEST_HEADER) return await cookie.parse(header, options)
			const known = parsed.get(header) ?? { value: await cookie.parse(header) }
			parsed.set(header, known)
			return known.value
		},
	}
}

/** An unsigned cookie, for values that prove themselves (random tokens) or that nobody gains by forging. */
export function plainCookie(name: string, options: CookieOptions = {}) {
	return createCookie(name, { ...base, ...options })
}
