import { data } from 'react-router'
import { redirectWithFlash } from '../forms/flash.server'

/** A 404 without a body; the nearest error boundary renders it. */
export function notFound(): Response {
	return new Response(null, { status: 404, statusText: 'Not Found' })
}

/** The header that says in how many seconds to try again. */
export const retryAfterHeader = (seconds: number) => ({ 'Retry-After': String(seconds) })

/** A 503 for something stored elsewhere that cannot be fetched now. */
export function tryLater(): Response {
	const headers = { ...retryAfterHeader(10), 'Cache-Control': 'no-store' }
	return new Response(null, { status: 503, statusText: 'Service Unavailable', headers })
}

/** A 400 for a form that none of our pages sends. */
export function badRequest(): Response {
	return new Response(null, { status: 400, statusText: 'Bad Request' })
}

/** Returns the value. @throws Response 404 when it does not exist, or not for this account. */
export function orNotFound<T>(value: T | null | undefined): T {
	if (value === null || value === undefined) throw notFound()
	return value
}

/** Something that others may delete meanwhile: how to tell, the message to show, and the list to return to. */
export type Deletable = { wasDeleted: (id: string) => Promise<boolean>; text: string; list: string }

/** Returns the value. @throws Response redirecting to its list when it was deleted, 404 when it never existed. */
export async function orRedirectDeleted<T>(value: T | undefined, id: string, what: Deletable): Promise<T> {
	return value ?? (await redirectDeleted(id, what))
}

/**
 * @throws Response redirecting to the list that the deleted thing was in, or a 410 page that shows the input `typed`,
 * if any.
 */
export async function redirectDeleted(
	id: string,
	{ wasDeleted, text, list }: Deletable,
	typed = '',
): Promise<never> {
	if (!(await wasDeleted(id))) throw notFound()
	if (typed === '') throw await redirectWithFlash(list, { type: 'info', text })
	throw data({ title: text.replace(/\.$/, ''), list, typed }, { status: 410 })
}

type Outcome = { ok: true } | { ok: false; message: string }

/**
 * Carries out decisions one by one, each in its own transaction, then redirects to `path` with the results. `done`
 * returns the message for the number carried out, `waiting` of them with an approval that waits.
 */
export async function decideEach<One>(
	all: readonly One[],
	decide: (one: One) => Promise<Outcome & { isWaiting?: boolean }>,
	{ path, done }: { path: string; done: (count: number, waiting: number) => string },
): Promise<never> {
	const refusals: string[] = []
	let waiting = 0
	for (const item of all) {
		const outcome = await decide(item)
		if (!outcome.ok) refusals.push(outcome.message)
		else if (outcome.isWaiting) waiting++
	}
	const text = [
		done(all.length - refusals.length, waiting),
		...(waiting > 0
			? [`${waiting} ${waiting === 1 ? 'approval waits' : 'approvals wait'} for another administrator.`]
			: []),
		...(refusals.length > 0
			? [`${refusals.length} failed: ${[...new Set(refusals)].slice(0, MAX_REFUSALS_SHOWN).join(' ')}`]
			: []),
	].join(' ')
	throw await redirectWithFlash(path, { type: refusals.length > 0 ? 'error' : 'success', text })
}

/* The flash message is a cookie, so its length is limited. */
const MAX_REFUSALS_SHOWN = 5
