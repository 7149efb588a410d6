import { eq } from 'drizzle-orm'
import { write } from '~/server/db/db.server'
import { sessions } from '~/server/db/schema.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { sessionCookie } from './factories'

/** The loader data of the layouts around a member's page, without invitations. */
export const MEMBER_MATCHES = [
	{ loaderData: {} },
	{ loaderData: { invitations: { count: 0, newest: [] } } },
] as const

/**
 * Creates a request as a browser sends it to a loader (no `fields`) or an action; `as` signs an account in. Array
 * values become repeated fields.
 */
export async function makeRequest(
	pathname: string,
	options: { as?: { id: string }; fields?: Record<string, string | string[]>; cookie?: string } = {},
): Promise<Request> {
	const url = new URL(pathname, 'http://localhost:3000')
	const headers = new Headers()
	const cookies = options.cookie ? [options.cookie] : []
	if (options.as) {
		const { name, value } = await sessionCookie(options.as.id)
		cookies.push(`${name}=${value}`)
	}
	if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
	if (!options.fields) return new Request(url, { headers })
	const body = new URLSearchParams()
	for (const [name, value] of Object.entries(options.fields)) {
		for (const item of [value].flat()) body.append(name, item)
	}
	headers.set('origin', url.origin)
	return new Request(url, { method: 'POST', headers, body })
}

/** Returns what the router passes to a loader or an action, as far as those of the product read it. */
export function routeArgs<Args = never>(
	request: Request,
	params: Record<string, string | undefined> = {},
): Args {
	const url = new URL(request.url)
	return { request, params, url, pattern: url.pathname } as Args
}

/** Dates the account's sign-in back, so that changes require the password again. @returns the request. */
export async function makeOutdatedRequest(request: Request, account: { id: string }): Promise<Request> {
	const signedInAt = Date.now() - 16 * 60_000
	await write(tx => tx.update(sessions).set({ signedInAt }).where(eq(sessions.accountId, account.id)))
	return request
}

/** Waits until the visits of the sessions are stored, which happens in the background. */
export async function waitForVisits(): Promise<void> {
	await write(async () => undefined)
}

/** Reads a thrown response: its redirect target, or the message of the error page. Rethrows anything else. */
export function readThrown(thrown: unknown): { status: number; outcome: string } {
	if (thrown instanceof Response) {
		return { status: thrown.status, outcome: thrown.headers.get('location') ?? '' }
	}
	const { type, data, init } = thrown as { type?: string; data?: unknown; init?: { status?: number } }
	if (type !== 'DataWithResponseInit') throw thrown
	return { status: init?.status ?? 200, outcome: JSON.stringify(data) }
}

/**
 * Calls a loader or an action of a route. @returns the redirect or the data of its page; `status` is undefined unless
 * the route sets one.
 */
export async function runRoute(
	route: (args: never) => unknown,
	request: Request,
	params: Record<string, string> = {},
): Promise<{ status: number | undefined; outcome: string }> {
	try {
		const response = (await route(routeArgs(request, params))) as
			| { data?: unknown; init?: { status?: number } | null }
			| undefined
		return { status: response?.init?.status, outcome: JSON.stringify(response?.data) }
	} catch (thrown) {
		return readThrown(thrown)
	}
}

/** Calls a loader of a page with a tool. @returns its data and the rendered markup. */
export function loadWithMarkup<Page>(
	request: Request,
	load: () => Promise<Page>,
): Promise<{ page: Page; html: string }> {
	return withRequestContext(request, async ({ markup }) => {
		const page = await load()
		return { page, html: markup.join('') }
	})
}
