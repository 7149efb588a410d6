import { z } from 'zod'
import { search } from '~/domain/fields'
import { readOrderContents, readTransferContents, typesText } from '~/domain/orders/history/contents.server'
import { listForReview } from '~/domain/orders/review/list.server'
import {
	PAGE_SIZES,
	REVIEW_FIELDS,
	REVIEW_FILTERS,
	REVIEW_SORTS,
	readSort,
} from '~/domain/orders/review/schema'
import { isFree } from '~/domain/orders/rules'
import { MONEY_FILTERS } from '~/domain/payments/balance'
import { listAllSold } from '~/domain/transfers/history/sold-queries.server'
import { done, operation } from '../operation.server'
import { Id, listed, listPlace, PriceOrListPrice, pounds, Time, timeText } from '../wire'
import { pixelStatus, uploadDetails } from './own-pixels.server'

/** What a list of orders is asked for. */
export const ReviewList = z.object({
	q: search().meta({ override: { type: 'string' }, description: 'What to search for.' }),
	status: REVIEW_FIELDS.status.meta({ override: { type: 'string', enum: [...REVIEW_FILTERS] } }),
	money: REVIEW_FIELDS.money.meta({ override: { type: 'string', enum: Object.keys(MONEY_FILTERS) } }),
	...listPlace,
	sort: REVIEW_FIELDS.sort.meta({
		override: { type: 'string', enum: [...REVIEW_SORTS] },
		description: 'A column, with `-` before it descending. The newest come first unless this asks otherwise.',
	}),
	size: REVIEW_FIELDS.size.meta({
		override: { type: 'integer', enum: [...PAGE_SIZES] },
		description: 'How many a page has.',
	}),
})

const text = z.string().nullable()
const HistoryRow = z
	.object({
		order_id: Id,
		reference: text.meta({ description: 'Of an order.' }),
		transaction_type: z.enum(['purchase', 'sold']),
		user_name: text.meta({ description: 'Whose order or sale it is; null for the house.' }),
		recipient_name: text,
		recipient_email: text,
		total_pixels: z.number().int(),
		purchase_date: Time.nullable(),
		total_price: PriceOrListPrice,
		pixel_types: z.string(),
		upload_details: z.array(z.object({ image: text, description: z.string(), link: z.string() })),
		method: z.string(),
		pixel_status: z.enum(['purchase', 'sold', 'pending', 'failed']),
		status: z.string(),
	})
	.meta({ id: 'OrderHistoryRow' })

const HISTORY_FILTERS = [...REVIEW_FILTERS, 'purchase', 'sold'] as const
const HistoryList = ReviewList.extend({
	status: z
		.enum(HISTORY_FILTERS)
		.nullable()
		.catch(null)
		.meta({ override: { type: 'string', enum: [...HISTORY_FILTERS] } }),
})
type Asked = Omit<z.output<typeof ReviewList>, 'status'>

async function purchasedRows(query: z.output<typeof ReviewList>) {
	const { rows, page, total } = await listForReview({ ...query, from: null, to: null })
	const contentsOf = await readOrderContents(rows.map(row => row.id))
	const items = rows.map(row => ({
		order_id: row.id,
		reference: row.reference,
		transaction_type: 'purchase',
		user_name: row.name,
		recipient_name: row.name,
		recipient_email: row.email,
		total_pixels: contentsOf(row.id).cells.length,
		purchase_date: timeText(row.submittedAt),
		total_price: pounds(row.totalPence),
		pixel_types: typesText(contentsOf(row.id).cells),
		upload_details: uploadDetails(contentsOf(row.id)),
		method: isFree(row) ? 'Nothing to pay' : 'Bank transfer',
		pixel_status: pixelStatus(row.status),
		status: row.status,
	}))
	return done(items, '', { page, total })
}

async function soldRows(query: Asked) {
	const { rows, page, total } = await listAllSold({
		...query,
		sort: readSort(query.sort).isAscending ? 'oldest' : undefined,
	})
	const contentsOf = await readTransferContents(rows.map(row => row.id))
	const items = rows.map(row => ({
		order_id: row.id,
		reference: null,
		transaction_type: 'sold',
		user_name: row.senderName,
		recipient_name: row.recipientName,
		recipient_email: row.recipientEmail,
		total_pixels: row.cells,
		purchase_date: timeText(row.decidedAt),
		total_price: pounds(row.pence),
		pixel_types: typesText(contentsOf(row.id).cells),
		upload_details: uploadDetails(contentsOf(row.id)),
		method: row.till === null ? 'Transfer' : 'Loan',
		pixel_status: 'sold',
		status: 'accepted',
	}))
	return done(items, '', { page, total })
}

export const adminHistoryCalls = [
	operation({
		method: 'GET',
		path: '/admin/usertransactionhistory',
		group: 'Payments',
		summary: 'All orders, or with `status=sold` all completed transfers, newest first',
		who: 'admin',
		query: HistoryList,
		data: z.array(HistoryRow),
		beside: z.object(listed),
		run: ({ query: { status, ...query } }) =>
			status === 'sold'
				? soldRows(query)
				: purchasedRows({ ...query, status: status === 'purchase' ? 'approved' : status }),
	}),
]
