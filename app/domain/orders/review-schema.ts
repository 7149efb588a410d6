import { z } from 'zod'

/** The statuses of orders whose receipt was sent: all that an administrator sees. */
export const REVIEW_STATUSES = ['pending', 'approved', 'rejected', 'failed'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** What the list of transactions is asked for. Nonsense in the address counts as not asked. */
export const ReviewFilter = z.object({
	q: z.string().trim().max(200).catch(''),
	status: z.enum(REVIEW_STATUSES).nullable().catch(null),
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
})
export type ReviewFilter = z.output<typeof ReviewFilter>

/** The address of a list: only what differs from "all, page 1" stands in it. */
export function reviewListPath({ q, status, page }: ReviewFilter): string {
	const search = new URLSearchParams()
	if (q) search.set('q', q)
	if (status) search.set('status', status)
	if (page > 1) search.set('page', String(page))
	return `/admin/transactions${search.size > 0 ? `?${search}` : ''}`
}

/** A decision carries the version of what the administrator saw (decision 32). */
export const DecisionForm = z.object({
	intent: z.enum(['approve', 'reject']),
	version: z.coerce.number().int().min(1),
	/* Browsers count a line break as one character and send two. */
	reason: z
		.string()
		.transform(text => text.replaceAll('\r\n', '\n').trim())
		.pipe(z.string().max(1000))
		.optional(),
})

/**
 * The words of a search as a question to the trigram index, or null when a word is too short for it (it needs three
 * characters). Every word must occur; or all of it together, as in a transaction ID typed with other spaces than stored.
 */
export function searchExpression(q: string): string | null {
	const words = q.split(/\s+/).filter(Boolean)
	if (words.length === 0 || words.some(word => [...word].length < 3)) return null
	const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
	const every = words.map(quoted).join(' AND ')
	const joined = q.replace(/[\s-]/g, '')
	return [...joined].length < 3 ? every : `(${every}) OR ${quoted(joined)}`
}
