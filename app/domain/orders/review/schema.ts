import { z } from 'zod'
import { optionalText, text } from '~/domain/fields'
import { dayField, LIST_FIELDS, listPath, PAGE_SIZE, parseListQuery } from '~/domain/list'

/** The statuses of submitted orders, the only ones that administrators see. */
export const REVIEW_STATUSES = ['pending', 'approved', 'rejected', 'failed'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** The filters of the list: a refunded order is no longer listed as failed or rejected. */
export const REVIEW_FILTERS = [...REVIEW_STATUSES, 'refunded'] as const

/** The money filters of the list, with their labels. */
export const MONEY_FILTERS = {
	nothing: 'Nothing received',
	part: 'Part received',
	paid: 'Paid',
	'too-much': 'Too much',
	'to-send-back': 'To send back',
	'not-seen': 'Approved, not seen at the bank',
} as const
export type MoneyFilter = keyof typeof MONEY_FILTERS

const SORT_COLUMNS = ['date', 'amount', 'buyer', 'status'] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
/** The sortable columns, with `-` for descending. `oldest` is `date`. */
export const REVIEW_SORTS = [
	'oldest',
	...SORT_COLUMNS,
	...SORT_COLUMNS.map(name => `-${name}` as const),
] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

/** The page sizes of the list. */
export const PAGE_SIZES = [PAGE_SIZE, 25, 50, 100] as const

const moneyFilters = Object.keys(MONEY_FILTERS) as [MoneyFilter, ...MoneyFilter[]]

/** The fields of the list that the API accepts too. */
export const REVIEW_FIELDS = {
	status: z.enum(REVIEW_FILTERS).nullable().catch(null),
	money: z.enum(moneyFilters).nullable().catch(null),
	sort: z.enum(REVIEW_SORTS).optional().catch(undefined),
	size: z.coerce
		.number()
		.refine(size => PAGE_SIZES.some(pageSize => pageSize === size))
		.catch(PAGE_SIZE),
}

/** The query of the list of transactions. Invalid values are ignored. */
export const ReviewFilter = z.object({
	...LIST_FIELDS,
	...REVIEW_FIELDS,
	from: dayField,
	to: dayField,
})
export type ReviewFilter = z.output<typeof ReviewFilter>

/** Parses the column and the direction by which a list is sorted. */
export function readSort(sort: ReviewSort = '-date'): { column: SortColumn; isAscending: boolean } {
	const name = sort === 'oldest' ? 'date' : sort.replace(/^-/, '')
	const column = SORT_COLUMNS.find(sortColumn => sortColumn === name) ?? 'date'
	return { column, isAscending: !sort.startsWith('-') }
}

/* A decision carries the version that the administrator saw (P17). */
const version = z.coerce.number().int().min(1)

const reason = optionalText({ max: 1000, tooLong: 'Please use at most 1,000 characters' }).optional()

export const ApproveForm = z.object({ intent: z.enum(['approve', 'approve-next']), version, reason })
/* As many as a page of the list can have. */
const ticked = z.array(z.uuid()).max(100)
const ConfirmedOrders = z
	.object({ order: ticked, version: z.array(version).max(100) })
	.refine(form => form.order.length === form.version.length)

type Fields = { getAll(name: string): readonly unknown[] }

/** Reads the ids of the orders ticked in a list; undefined if the form is not ours. */
export function readTicked(form: Fields): string[] | undefined {
	return ticked.safeParse(form.getAll('order')).data
}

/**
 * Reads the orders whose approval is confirmed, each with the version that was shown; undefined if the form is not
 * ours.
 */
export function readConfirmed(form: Fields): { id: string; version: number }[] | undefined {
	const sent = { order: form.getAll('order'), version: form.getAll('version') }
	const { data } = ConfirmedOrders.safeParse(sent)
	return data?.order.map((id, index) => ({ id, version: data.version[index] ?? 0 }))
}

export const AssignForm = z.object({ intent: z.literal('assign'), version })

export const RejectForm = z.object({
	intent: z.literal('reject'),
	version,
	reason,
})

/** Maximum length of an administrator's email to a buyer, in characters. */
export const MESSAGE_LENGTH = 4_000

export const MessageForm = z.object({
	intent: z.literal('write-buyer'),
	message: text('Please write the email', {
		max: MESSAGE_LENGTH,
		tooLong: 'Please use at most 4,000 characters',
	}),
})

const LIST = '/admin/transactions'

/** Returns the path of the list with a filter. */
export function reviewPath(filter: Partial<ReviewFilter>): string {
	const { q, status, money, from, to, sort, size, page } = filter
	const rows = size === PAGE_SIZE ? undefined : size
	return listPath(LIST, { q, status, money, from, to, sort, size: rows, page })
}

/** Returns the path of the page that confirms the approval of several orders. */
export function approveTickedPath(ids: readonly string[], list: Partial<ReviewFilter>): string {
	const [, query = ''] = reviewPath(list).split('?')
	return `${LIST}/approve?${new URLSearchParams([...ids.map(id => ['order', id]), ['list', query]])}`
}

/** Reads the list that an order was opened from (`?list=status%3Dpending`); undefined without one. */
export function readList({ searchParams }: Pick<URL, 'searchParams'>): ReviewFilter | undefined {
	const list = searchParams.get('list')
	return list === null ? undefined : parseListQuery(ReviewFilter, new URLSearchParams(list))
}

/** Returns the page after a decision about an order: the list it was opened from, or its own page. */
export function decidedPath(orderId: string, url: Pick<URL, 'searchParams'>): string {
	const list = readList(url)
	return list ? reviewPath(list) : orderPath(orderId, undefined)
}

/**
 * Returns the path of an order's page, or of a page below it, that remembers the list it was opened from. `more`:
 * further query parameters.
 */
export function orderPath(
	orderId: string,
	list: Partial<ReviewFilter> | undefined,
	page = '',
	more: Record<string, string> = {},
): string {
	const [, query = ''] = list ? reviewPath(list).split('?') : []
	const search = new URLSearchParams({ ...more, ...(list ? { list: query } : {}) })
	const path = `${LIST}/${orderId}${page && `/${page}`}`
	return search.size > 0 ? `${path}?${search}` : path
}
