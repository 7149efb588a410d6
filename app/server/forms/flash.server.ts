import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { z } from 'zod'
import { signedCookie } from '../http/cookies.server'
import { memoizedForRequest, requestContext } from '../http/request-context.server'

const Flash = z.object({
	id: z.string(),
	type: z.enum(['success', 'error', 'info', 'warning']),
	text: z.string(),
	/** How long the toast stays, in seconds: 3 or 5. */
	seconds: z.number(),
	/** A pixel that it is about, for pages that show the result. */
	cell: z.number().optional(),
})

/** A message for the next page: rendered by the server, turned into a toast by scripts. */
export type Flash = z.infer<typeof Flash>

const cookie = signedCookie('flash')

/** A string is a message of success. In the members' area it stays 3 seconds. */
type Message = string | (Pick<Flash, 'type' | 'text' | 'cell'> & { seconds?: number })

/** Returns the Set-Cookie value that shows the message on the next page. */
export async function flashCookie(message: Exclude<Message, string>): Promise<string> {
	return await cookie.serialize({ id: randomUUID(), seconds: 5, ...message } satisfies Flash)
}

/** Set-Cookie values. */
export type Cookies = readonly (string | Promise<string>)[]

/** Redirects (302) with cookies. */
export async function redirectWithCookies(url: string, cookies: Cookies): Promise<Response> {
	const headers = new Headers()
	for (const cookie of cookies) headers.append('Set-Cookie', await cookie)
	return redirect(url, { headers })
}

/** Redirects (302) with a message. */
export async function redirectWithFlash(url: string, message: Message, cookies: Cookies = []) {
	const flash = typeof message === 'string' ? { type: 'success' as const, text: message } : message
	const seconds = /^\/user(\/|$)/.test(url) ? 3 : 5
	return await redirectWithCookies(url, [...cookies, flashCookie({ seconds, ...flash })])
}

/** Reads the message that the request carries, if any. The answer then clears it. */
export async function readFlash(request: Request): Promise<Flash | undefined> {
	return await memoizedForRequest(READ, () => parseFlash(request))
}

/** Tells whether the page that answers this request has shown its message. */
export function isFlashRead(): boolean {
	return requestContext()?.memo.has(READ) ?? false
}

const READ = 'flash'

async function parseFlash(request: Request): Promise<Flash | undefined> {
	const parsed = Flash.safeParse(await cookie.parse(request.headers.get('cookie')))
	return parsed.success ? parsed.data : undefined
}

/** Returns the Set-Cookie value that clears the shown message. */
export function clearFlash(): Promise<string> {
	return cookie.serialize('', { maxAge: 0 })
}
