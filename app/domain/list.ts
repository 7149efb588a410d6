import { z } from 'zod'
import { search } from './fields'
import { formatDay } from './time'

/** Shared by all lists: search, order, pages, and the number of results. */

export const PAGE_SIZE = 10

/** The query parameters of a list. Invalid values are ignored. */
export const LIST_FIELDS = {
	q: search(),
	/** Newest first by default. */
	sort: z.literal('oldest').optional().catch(undefined),
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
}

export type Sort = 'oldest' | undefined

/** Parses the query of a list from an address. */
export function parseListQuery<Schema extends z.ZodType>(
	schema: Schema,
	query: URLSearchParams,
): z.output<Schema> {
	return schema.parse(Object.fromEntries(query))
}

/** A day in a query, as `2026-11-21`, or null. */
export const dayField = z.iso.date().nullable().catch(null)

type Period = { from: string | null; to: string | null }

/** Tests whether a period ends before it starts; the page of its list says so. */
export function isReversedPeriod({ from, to }: Period): boolean {
	return from !== null && to !== null && to < from
}

export const REVERSED_PERIOD = 'Until is before From'

/** Names the days of a period: 'from 1 November 2026', 'until 30 November 2026'. */
export function describePeriod({ from, to }: Period): string[] {
	return [...(from ? [`from ${formatDay(from)}`] : []), ...(to ? [`until ${formatDay(to)}`] : [])]
}

/** Names a file by the days it covers: 'payments', 'payments-from-2026-11-01-to-2026-11-30'. */
export function formatPeriodFileName(name: string, { from, to }: Period): string {
	return [name, ...(from ? [`from-${from}`] : []), ...(to ? [`to-${to}`] : [])].join('-')
}

/** A page of results: `from` and `to` count from 1 and are 0 when there is none. */
export type Page<Row> = {
	rows: Row[]
	total: number
	page: number
	pageCount: number
	from: number
	to: number
	/** The requested order; undefined: newest first. */
	sort?: string | undefined
	/** Whether there are older results than the list reaches. */
	isCapped?: boolean
	/** Whether only the newest rows were searched, because no index answers the search. */
	isPartial?: boolean
}

/** The page of a list that cannot be read. */
export const NO_PAGE: Page<never> = { rows: [], total: 0, page: 1, pageCount: 1, from: 0, to: 0 }

/**
 * Reads a page; one beyond the last gives the last. `read` returns a slice, newest first, and is not called for an
 * empty list: an oldest-first page is a reversed slice from the other end.
 */
export async function readPage<Row>(
	{
		requested,
		size = PAGE_SIZE,
		total,
		sort,
	}: { requested: number; size?: number; total: number; sort?: Sort },
	read: (slice: { skipped: number; size: number }) => Promise<Row[]>,
): Promise<Page<Row>> {
	const pageCount = Math.max(1, Math.ceil(total / size))
	const page = Math.min(requested, pageCount)
	const skipped = (page - 1) * size
	const left = total - skipped
	const slice = sort ? { skipped: Math.max(0, left - size), size: Math.min(size, left) } : { skipped, size }
	const found = total === 0 ? [] : await read(slice)
	const rows = sort ? found.toReversed() : found
	const from = rows.length > 0 ? skipped + 1 : 0
	return { rows, total, page, pageCount, from, to: from + Math.max(0, rows.length - 1), sort }
}

/** Formats the address of a list with only the parameters that differ from the defaults. */
export function listPath(base: string, { page, ...filter }: ListQuery): string {
	const search = new URLSearchParams()
	for (const [name, value] of Object.entries(filter)) if (value) search.set(name, String(value))
	if (typeof page === 'number' && page > 1) search.set('page', String(page))
	return search.size > 0 ? `${base}?${search}` : base
}

type ListQuery = { page?: number | undefined } & Record<string, string | number | null | undefined>
