import { z } from 'zod'
import { fileUrl } from '~/domain/files/rules'
import { readPage, type Sort } from '~/domain/list'
import {
	type Contents,
	readOrderContents,
	readTransferContents,
	typesText,
} from '~/domain/orders/history/contents.server'
import { readOwnOrders } from '~/domain/orders/history/queries.server'
import { WHOLE_HISTORY } from '~/domain/orders/history/schema'
import { isFree } from '~/domain/orders/rules'
import { decideTransfer } from '~/domain/transfers/commands.server'
import { readOwnSales } from '~/domain/transfers/history/sold-queries.server'
import { findIncomingByCells, listIncomingWithCells } from '~/domain/transfers/incoming.server'
import { DECIDED, DECISION_BROKEN } from '~/domain/transfers/rules'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { done, operation } from '../operation.server'
import {
	Id,
	listed,
	listPlace,
	Nothing,
	PixelIds,
	PriceOrListPrice,
	pounds,
	Time,
	timeText,
	Version,
} from '../wire'
import { Till } from './sent-invitations.server'

const group = 'Own pixels'
const PAGE_SIZE = 50

const Invite = z
	.object({
		request_id: Id,
		version: Version,
		id: z.union([z.literal(1), z.literal(2)]).meta({ description: '1: from the house; 2: from a member.' }),
		full_name: z.string().nullable(),
		pixel: z.array(z.number().int()),
		transfer_till: Time.nullable(),
	})
	.meta({ id: 'Invite' })

const HistoryItem = z
	.object({
		order_id: Id,
		total_pixels: z.number().int(),
		purchase_date: Time.nullable(),
		total_price: PriceOrListPrice,
		recipient_name: z.string().nullable(),
		recipient_email: z.string().nullable(),
		pixel_types: z.string().meta({ example: 'tiny:4' }),
		upload_details: z.array(
			z.object({ image: z.string().nullable(), description: z.string(), link: z.string() }),
		),
		method: z.string(),
		pixel_status: z.enum(['purchase', 'sold', 'pending', 'failed']),
		status: z.string().meta({ description: 'Of the order itself, or "accepted".' }),
		reference: z.string().nullable(),
	})
	.meta({ id: 'HistoryItem' })

/** What each block of an order or a sale shows, as the API names it. */
export const uploadDetails = ({ shown }: Contents) =>
	shown.map(({ imageKey, description, link }) => ({
		image: imageKey && absoluteUrl(fileUrl(imageKey)),
		description,
		link,
	}))

/** Approved orders are purchases; those that ended otherwise have failed. */
export const pixelStatus = (status: string) =>
	status === 'approved' ? 'purchase' : status === 'pending' ? 'pending' : 'failed'

type Item = z.input<typeof HistoryItem>
type Bought = Awaited<ReturnType<typeof readOwnOrders>>[number]
type Sold = Awaited<ReturnType<typeof readOwnSales>>[number]

const purchase = (row: Bought, contents: Contents): Item => ({
	order_id: row.id,
	total_pixels: row.cells,
	purchase_date: timeText(row.submittedAt),
	total_price: pounds(row.totalPence),
	recipient_name: null,
	recipient_email: null,
	pixel_types: typesText(contents.cells),
	upload_details: uploadDetails(contents),
	method: isFree(row) ? 'Nothing to pay' : 'Bank transfer',
	pixel_status: pixelStatus(row.status),
	status: row.status,
	reference: row.reference,
})

const sale = (row: Sold, contents: Contents): Item => ({
	order_id: row.id,
	total_pixels: row.cells,
	purchase_date: timeText(row.decidedAt),
	total_price: pounds(row.pence),
	recipient_name: row.recipientName,
	recipient_email: row.recipientEmail,
	pixel_types: typesText(contents.cells),
	upload_details: uploadDetails(contents),
	method: row.till === null ? 'Transfer' : 'Loan',
	pixel_status: 'sold',
	status: 'accepted',
	reference: null,
})

/** What was bought, sold or both, newest first: without a status both, as older clients ask. */
async function history(
	accountId: string,
	{ status, page: wanted, sort }: { status?: Half; page: number; sort?: Sort },
) {
	const [bought, sold] = await Promise.all([
		status === 'sold' ? [] : readOwnOrders(accountId, WHOLE_HISTORY),
		status === 'purchase' ? [] : readOwnSales(accountId, ''),
	])
	const all = [
		...bought.map(row => ({ at: row.submittedAt, id: row.id, bought: row, sold: null })),
		...sold.map(row => ({ at: row.decidedAt, id: row.id, bought: null, sold: row })),
	].sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
	const asked = { wanted, size: PAGE_SIZE, total: all.length, sort }
	const { rows, total, page } = await readPage(asked, async ({ skipped, size }) =>
		all.slice(skipped, skipped + size),
	)
	const [ofOrder, ofTransfer] = await Promise.all([
		readOrderContents(rows.flatMap(({ id, bought }) => (bought ? [id] : []))),
		readTransferContents(rows.flatMap(({ id, sold }) => (sold ? [id] : []))),
	])
	const items = rows.flatMap(({ id, bought, sold }) =>
		bought ? [purchase(bought, ofOrder(id))] : sold ? [sale(sold, ofTransfer(id))] : [],
	)
	return done(items, '', { page, total })
}

type Half = 'purchase' | 'sold' | undefined

export const ownPixelCalls = [
	operation({
		method: 'GET',
		path: '/user/transaction',
		group,
		summary: 'Your history, newest first: purchases and transfers, or with a `status` one of the two',
		who: 'user',
		query: z.object({
			status: z
				.enum(['purchase', 'sold'])
				.optional()
				.catch(undefined)
				.meta({
					override: { type: 'string', enum: ['purchase', 'sold'] },
				}),
			...listPlace,
		}),
		data: z.array(HistoryItem),
		beside: z.object(listed),
		run: ({ account, query }) => history(account.id, query),
	}),
	operation({
		method: 'GET',
		path: '/user/checkinvites',
		group: 'Invitations',
		summary: 'Open invitations to take over pixels',
		who: 'account',
		data: z.array(Invite),
		async run({ account, by }) {
			const invites = await listIncomingWithCells(account.email, by.now)
			return done(
				invites.map(({ id, version, senderId, sender, till, cells }) => ({
					request_id: id,
					version,
					id: senderId === null ? 1 : 2,
					full_name: sender,
					pixel: cells,
					transfer_till: timeText(till),
				})),
			)
		},
	}),
	operation({
		method: 'POST',
		path: '/user/transferpixel',
		group: 'Invitations',
		summary: 'Accept or reject an invitation, by its id or by its pixels',
		who: 'account',
		body: z.object({
			request_id: Id.optional(),
			pixel_ids: PixelIds.optional(),
			status: z.enum(['accept', 'reject'], { error: 'Please accept or reject' }),
			version: Version.optional(),
			transfer_till: Till.meta({
				override: { type: ['string', 'null'] },
				description: 'As the invitation said it; one that has another date by now is not accepted.',
			}),
		}),
		example: { pixel_ids: [112, 113], status: 'accept' },
		data: Nothing,
		once: true,
		failed: DECISION_BROKEN,
		async run({ account, body, by }) {
			const { request_id, pixel_ids = [], status, version, transfer_till } = body
			const transferId = request_id ?? (await findIncomingByCells(account.email, pixel_ids, by.now)) ?? ''
			const till = status === 'accept' ? transfer_till : undefined
			const decision = { transferId, accountId: account.id, version, till, now: by.now }
			const outcome = await decideTransfer(status, decision)
			return outcome.ok ? done(null, DECIDED[status]) : outcome
		},
	}),
]
