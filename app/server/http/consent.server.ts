import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { plainCookie } from './cookies.server'

const YEAR_S = 365 * 24 * 60 * 60

const Record = z.object({
	token: z.string(),
	preference: z.enum(['accepted', 'rejected']),
	expiresAt: z.number(),
})

/** A visitor's choice about cookies; `expiresAt` in UTC ms. */
export type ConsentRecord = z.infer<typeof Record>

/* Separate from the session, because it outlives logging out. Unsigned, because nobody gains by forging it. */
const cookie = plainCookie('cookie_preference')

/** Reads a visitor's valid preference from the request or its Cookie header; undefined shows the banner. */
export async function readConsent(request: Request | string, now: number) {
	const header = typeof request === 'string' ? request : request.headers.get('cookie')
	const parsed = Record.safeParse(await cookie.parse(header))
	return parsed.success && parsed.data.expiresAt > now ? parsed.data : undefined
}

/** Returns the Set-Cookie value that keeps a preference for a year, under a fresh random token. */
export async function consentCookie(preference: ConsentRecord['preference'], now: number): Promise<string> {
	const token = randomBytes(16).toString('base64url')
	const record: ConsentRecord = { token, preference, expiresAt: now + YEAR_S * 1000 }
	return await cookie.serialize(record)
}

/* Cookies that change nothing on a guest's page except whether it has the cookie bar. */
const GUESTS_COOKIE = /^(cookie_preference|cookie_check|known-browser)=/

/**
 * Returns the part of the Cookie header that changes a guest's page: nothing, or the answer to the cookie bar.
 * Undefined with any other cookie, above all a session: that page is not shared.
 */
export async function guestCookie(header: string): Promise<string | undefined> {
	const cookies = header.split(/;\s*/).filter(Boolean)
	if (!cookies.every(item => GUESTS_COOKIE.test(item))) return undefined
	const preference = cookies.find(item => item.startsWith('cookie_preference='))
	if (preference === undefined) return ''
	// An invalid preference counts as none, so that it cannot share the page without the bar.
	return (await readConsent(preference, Date.now())) ? preference : undefined
}
