import { z } from 'zod'
import { fileUrl } from '~/domain/files/rules'
import { readPage, type Sort } from '~/domain/list'
import {
	type Contents,
	formatTypeCounts,
	readOrderContents,
	readTransferContents,
} from '~/domain/orders/history/contents.server'
import { readOwnOrders } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { listForReview } from '~/domain/orders/review/list.server'
import {
	MONEY_FILTERS,
	PAGE_SIZES,
	REVIEW_FIELDS,
	REVIEW_FILTERS,
	REVIEW_SORTS,
	readSort,
} from '~/domain/orders/review/schema'
import { isFree } from '~/domain/orders/rules'
import { listSales, readOwnSales, type Sale } from '~/domain/transfers/history/sold-queries.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { operation, toSuccessPage } from '../operation.server'
import {
	formatIsoTime,
	Id,
	Listed,
	ListPlace,
	ListSearch,
	PriceOrListPrice,
	pounds,
	Text,
	Time,
} from '../wire'

const PAGE_SIZE = 50

/* An order, or a transfer that was accepted. */
const HistoryShape = {
	order_id: Id,
	total_pixels: z.number().int(),
	purchase_date: Time.nullable(),
	total_price: PriceOrListPrice,
	recipient_name: Text,
	recipient_email: Text,
	pixel_types: z.string().meta({ example: 'tiny:4' }),
	upload_details: z.array(z.object({ image: Text, description: z.string(), link: z.string() })),
	method: z.string(),
	pixel_status: z.enum(['purchase', 'sold', 'pending', 'failed']),
	status: z.string().meta({ description: 'The status of the order, or "accepted" for a transfer.' }),
	reference: Text.meta({ description: 'The reference of the order; null for a transfer.' }),
}
const HistoryItem = z.object(HistoryShape).meta({ id: 'HistoryItem' })
const HistoryRow = z
	.object({
		...HistoryShape,
		transaction_type: z.enum(['purchase', 'sold']),
		user_name: Text.meta({ description: 'The buyer or the seller; null for the house.' }),
	})
	.meta({ id: 'OrderHistoryRow' })

const contentsData = ({ cells, shown }: Contents) => ({
	total_pixels: cells.length,
	pixel_types: formatTypeCounts(cells),
	upload_details: shown.map(({ imageKey, description, link }) => ({
		image: imageKey && absoluteUrl(fileUrl(imageKey)),
		description,
		link,
	})),
})

type Order = {
	id: string
	reference: string
	status: string
	submittedAt: number | null
	subtotalPence: number
	discountPence: number
	totalPence: number
}

const orderData = (row: Order, contents: Contents) => ({
	...contentsData(contents),
	order_id: row.id,
	reference: row.reference,
	recipient_name: null,
	recipient_email: null,
	purchase_date: formatIsoTime(row.submittedAt),
	total_price: pounds(row.totalPence),
	method: isFree(row) ? 'Nothing to pay' : 'Bank transfer',
	pixel_status: row.status === 'approved' ? 'purchase' : row.status === 'pending' ? 'pending' : 'failed',
	status: row.status,
})

const saleData = (row: Omit<Sale, 'cells' | 'lentUntil'>, contents: Contents) => ({
	...contentsData(contents),
	order_id: row.id,
	reference: null,
	recipient_name: row.recipientName,
	recipient_email: row.recipientEmail,
	purchase_date: formatIsoTime(row.decidedAt),
	total_price: pounds(row.pence),
	method: row.until === null ? 'Transfer' : 'Loan',
	pixel_status: 'sold',
	status: 'accepted',
})

type OwnHistoryQuery = { status?: 'purchase' | 'sold' | undefined; page: number; sort?: Sort }

/** Lists purchases, sales or, without a status, both; newest first. */
async function ownHistory(accountId: string, { status, page: requested, sort }: OwnHistoryQuery) {
	const [bought, sold] = await Promise.all([
		status === 'sold' ? [] : readOwnOrders(accountId, WHOLE_HISTORY),
		status === 'purchase' ? [] : readOwnSales(accountId),
	])
	const all = [
		...bought.map(order => ({ at: order.submittedAt, order, sale: undefined })),
		...sold.map(sale => ({ at: sale.decidedAt, order: undefined, sale })),
	].sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
	const page = await readPage(
		{ requested, size: PAGE_SIZE, total: all.length, sort },
		async ({ skipped, size }) => all.slice(skipped, skipped + size),
	)
	const [ofOrder, ofTransfer] = await Promise.all([
		readOrderContents(page.rows.flatMap(({ order }) => order?.id ?? [])),
		readTransferContents(page.rows.flatMap(({ sale }) => sale?.id ?? [])),
	])
	return toSuccessPage(page, ({ order, sale }) =>
		order ? orderData(order, ofOrder(order.id)) : sale && saleData(sale, ofTransfer(sale.id)),
	)
}

/** The filters of a list of orders. */
export const ReviewList = ListSearch.extend({
	status: REVIEW_FIELDS.status.meta({ override: { type: 'string', enum: [...REVIEW_FILTERS] } }),
	money: REVIEW_FIELDS.money.meta({ override: { type: 'string', enum: Object.keys(MONEY_FILTERS) } }),
	sort: REVIEW_FIELDS.sort.meta({
		override: { type: 'string', enum: [...REVIEW_SORTS] },
		description: 'The column to sort by; a `-` before it means descending. By default the newest come first.',
	}),
	size: REVIEW_FIELDS.size.meta({
		override: { type: 'integer', enum: [...PAGE_SIZES] },
		description: 'Entries per page.',
	}),
})

const HISTORY_FILTERS = [...REVIEW_FILTERS, 'purchase', 'sold'] as const
const HistoryList = ReviewList.extend({
	status: z
		.enum(HISTORY_FILTERS)
		.nullable()
		.catch(null)
		.meta({ override: { type: 'string', enum: [...HISTORY_FILTERS] } }),
})

async function purchasedRows(query: z.output<typeof ReviewList>) {
	const page = await listForReview({ ...query, from: null, to: null })
	const getContents = await readOrderContents(page.rows.map(row => row.id))
	return toSuccessPage(page, row => ({
		...orderData(row, getContents(row.id)),
		transaction_type: 'purchase',
		user_name: row.name,
		recipient_name: row.name,
		recipient_email: row.email,
	}))
}

async function soldRows(query: Omit<z.output<typeof ReviewList>, 'status'>) {
	const sort = readSort(query.sort).isAscending ? 'oldest' : undefined
	const page = await listSales(null, { ...query, sort })
	const getContents = await readTransferContents(page.rows.map(row => row.id))
	return toSuccessPage(page, row => ({
		...saleData(row, getContents(row.id)),
		transaction_type: 'sold',
		user_name: row.senderName,
	}))
}

export const historyOperations = [
	operation('GET /user/transaction', 'user', 'Own pixels', {
		summary: 'List your purchases and transfers, newest first; `status` selects one of the two',
		query: ListPlace.extend({
			status: z
				.enum(['purchase', 'sold'])
				.optional()
				.catch(undefined)
				.meta({ override: { type: 'string', enum: ['purchase', 'sold'] } }),
		}),
		data: z.array(HistoryItem),
		extraFields: Listed,
		run: ({ account, query }) => ownHistory(account.id, query),
	}),
	operation('GET /admin/usertransactionhistory', 'admin', 'Payments', {
		summary: 'List all orders or, with `status=sold`, all completed transfers, newest first',
		query: HistoryList,
		data: z.array(HistoryRow),
		extraFields: Listed,
		run: ({ query: { status, ...query } }) =>
			status === 'sold'
				? soldRows(query)
				: purchasedRows({ ...query, status: status === 'purchase' ? 'approved' : status }),
	}),
]
