import { z } from 'zod'
import type { Role } from '~/domain/accounts/rules'
import { previewCoupon } from '~/domain/coupons/check.server'
import { COUPON_MESSAGES } from '~/domain/coupons/rules'
import { line, optionalLine } from '~/domain/fields'
import { consumePaymentToken } from '~/domain/gateway/payment-tokens.server'
import { paymentResult } from '~/domain/gateway/return-rules'
import { buyDirectly, holdSelection, type PurchaseResult } from '~/domain/orders/checkout/purchase.server'
import { COUNTRY_CODES } from '~/domain/orders/contact-rules'
import type { Order } from '~/domain/orders/queries.server'
import { readOrder, readOwnOrder } from '~/domain/orders/queries.server'
import { isSubmitted } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { db } from '~/server/db/db.server'
import type { Committed } from '~/server/http/idempotency.server'
import { type ApiRefusal, operation, toSuccess } from '../operation.server'
import { BINARY, formatIsoTime, Id, Pounds, pounds, selectBlocks, Time, Version } from '../wire'
import { CouponShape, couponData } from './coupons.server'

const group = 'Buying'
const coupon = optionalLine({ max: 60, tooLong: COUPON_MESSAGES.unknown })
	.default('')
	.meta({
		override: { type: 'string', maxLength: 60 },
		description:
			'If empty or omitted, a checkout on hold keeps its coupon. Another code is applied only if it is valid now.',
	})
const replaces = z
	.string()
	.max(100)
	.optional()
	.meta({
		override: { type: 'string' },
		description:
			'The order_id of the checkout on hold that this one replaces. An account can have only one. Without this ' +
			'field, a request for other pixels fails with 409 checkout-held and returns the order_id in data.',
	})
const requiredText = (what: string, example: string) =>
	z
		.string()
		.max(1_000)
		.optional()
		.transform((sent = '') => sent)
		.meta({ description: what, example, override: { type: 'string', maxLength: 1_000 } })
const receipt = (what: string, error: string) =>
	z
		.file({ error })
		.optional()
		.meta({ ...BINARY, description: what })

const OrderData = z
	.object({
		order_id: Id,
		reference: z.string().meta({ description: 'Quote it in the transfer.', example: 'K7M4-2QXD' }),
		status: z.enum(['open', 'pending', 'failed', 'approved', 'rejected', 'abandoned']),
		version: Version,
		subtotal: Pounds,
		discount: Pounds,
		total: Pounds,
		hold_until: Time.nullable(),
	})
	.meta({ id: 'Order' })

const orderData = (order: Order) => ({
	order_id: order.id,
	reference: order.reference,
	status: order.status,
	version: order.version,
	subtotal: pounds(order.subtotalPence),
	discount: pounds(order.discountPence),
	total: pounds(order.totalPence),
	hold_until: formatIsoTime(order.status === 'open' ? order.holdUntil : null),
})

const NO_PIXELS = 'Please select pixels to buy'

/* Step 3 of the checkout has the rules and messages of these fields. */
const details = {
	name: requiredText('Full name or company name', 'Example Holdings Ltd'),
	email: requiredText('For questions about the payment', 'buyer@example.test'),
	contact_no: requiredText('Phone number with the country code', '+44 7700 900123'),
	country: z
		.string()
		.optional()
		.transform((sent = '') => sent)
		.meta({ example: 'UK', override: { type: 'string', enum: [...COUNTRY_CODES] } }),
	bank_name: requiredText('The bank that the transfer comes from', 'Example Bank'),
	bank_account_no: requiredText('Account number or IBAN at that bank', 'GB00EXMP00000000'),
	payment_id: requiredText('The transaction ID of the transfer', 'TX-1'),
}
const Payment = z
	.object({
		selectBlocks: selectBlocks(NO_PIXELS),
		...details,
		coupon_code: coupon,
		replaces,
		payment_receipt: receipt(
			'PNG, JPEG or PDF, at most 5 MB. Required unless a coupon covers the total.',
			'Payment receipt is required',
		),
		swift_receipt: receipt('PNG, JPEG or PDF, at most 5 MB.', 'Please send a file'),
	})
	.meta({ override: { required: ['selectBlocks', ...Object.keys(details)] } })

function toResult({ order, status }: PurchaseResult) {
	if (status === 'pending') return toSuccess(orderData(order), 'Payment details submitted successfully')
	const message = order.failureReason ?? 'Somebody else has these pixels.'
	return { ok: false, code: 'gone', message, data: orderData(order) } satisfies ApiRefusal
}

/* An open order was not submitted yet, so the purchase runs again. */
async function replayPurchase(committed: readonly Committed[], account: SessionAccount) {
	const order = await readCommittedOrder(committed, account)
	if (!order || !isSubmitted(order.status)) return undefined
	return toResult({ ok: true, order, status: order.status === 'failed' ? 'failed' : 'pending' })
}

async function replayHold(committed: readonly Committed[], account: SessionAccount) {
	const order = await readCommittedOrder(committed, account)
	if (!order || order.proceededAt === null) return undefined
	return toSuccess({ ...orderData(order), bank_details: await getSetting('bankDetails') })
}

async function readCommittedOrder(committed: readonly Committed[], account: SessionAccount) {
	const id = committed.findLast(({ subjectType }) => subjectType === 'order')?.subjectId
	return id && (await readOwnOrder(db, id, account.id))
}

const purchaseCall = (path: '/user/pixels/buy' | '/user/payment-details', summary: string) =>
	operation(`POST ${path}`, 'user', group, {
		summary,
		body: Payment,
		files: ['payment_receipt', 'swift_receipt'],
		data: OrderData,
		once: true,
		replay: replayPurchase,
		failed: 'Failed to submit payment details. Please try again.',
		async run({ account, body, by: { now, address }, signal }) {
			const { selectBlocks, coupon_code: couponCode, replaces, ...more } = body
			const { payment_receipt: payment, swift_receipt: swift, ...fields } = more
			const bought = await buyDirectly(
				account.id,
				{
					cells: selectBlocks.map(({ id }) => id),
					couponCode,
					replaces,
					// A client that sends a whole purchase has confirmed its details.
					form: { ...fields, details_confirmed: 'on', terms: 'on' },
					receipts: { payment, swift },
				},
				{ now, address, signal },
			)
			return bought.ok ? toResult(bought) : bought
		},
	})

const NO_AMOUNT = 'Please enter the amount in pounds'

const couponCall = (area: Role) =>
	operation(`POST /${area}/coupondetails`, area === 'admin' ? 'admin' : 'account', group, {
		summary: 'Calculate the discount of a coupon on an amount',
		body: z.object({
			coupon_code: line(COUPON_MESSAGES.empty, { max: 60, tooLong: COUPON_MESSAGES.unknown }),
			amount: z
				.union(
					[
						z.number(),
						z
							.string()
							.max(40)
							.regex(/^\s*\d+(\.\d+)?\s*$/)
							.transform(Number),
					],
					{ error: NO_AMOUNT },
				)
				.pipe(z.number({ error: NO_AMOUNT }).min(0, NO_AMOUNT).max(1e12, NO_AMOUNT))
				.meta({ override: { type: 'number', minimum: 0 }, description: 'In pounds.' }),
		}),
		example: { coupon_code: 'WELCOME10', amount: 400_000 },
		data: z.object({ ...CouponShape, discount: Pounds }),
		failed: COUPON_MESSAGES.failed,
		async run({ account, body, by }) {
			const buyer = { accountId: account.id, now: by.now }
			const outcome = await previewCoupon(body.coupon_code, Math.round(body.amount * 100), buyer)
			if (!outcome.ok) return outcome
			return toSuccess({ ...couponData(outcome.coupon), discount: pounds(outcome.discountPence) })
		},
	})

export const buyingOperations = [
	couponCall('user'),
	couponCall('admin'),
	operation('POST /user/create-checkout-session', 'user', group, {
		summary:
			'Put pixels on hold; returns the reference, the totals (fixed until the hold ends) and the bank details',
		body: z.object({ selectBlocks: selectBlocks(NO_PIXELS), coupon_code: coupon, replaces }),
		example: { selectBlocks: [{ id: 112 }, { id: 113 }] },
		data: OrderData.extend({
			bank_details: z.object({
				accountHolder: z.string(),
				bankName: z.string(),
				branchAddress: z.string(),
				accountNumber: z.string(),
				sortCode: z.string(),
				iban: z.string(),
				swiftCode: z.string(),
				ifsc: z.string(),
			}),
		}),
		once: true,
		replay: replayHold,
		async run({ account, body, by: { now, address } }) {
			const { coupon_code: couponCode, replaces } = body
			const selection = { cells: body.selectBlocks.map(({ id }) => id), couponCode, replaces }
			const held = await holdSelection(account.id, selection, { now, address })
			if (!held.ok) return held
			return toSuccess({ ...orderData(held.order), bank_details: held.bankDetails })
		},
	}),
	purchaseCall(
		'/user/pixels/buy',
		'Buy pixels after paying by bank transfer: at the totals of the checkout on hold, otherwise at current prices',
	),
	purchaseCall('/user/payment-details', 'Older name of /user/pixels/buy'),
	operation('POST /success', 'anybody', group, {
		summary: 'Get the outcome of a payment by the token in the return URL; the other fields are ignored',
		body: z.object({
			token: z.string().max(1_000).default(''),
			status: z.string().max(100).default(''),
			amount: z.union([z.string().max(40), z.number()]).default(''),
		}),
		example: { token: 'from the return URL', status: 'completed', amount: '400000' },
		async run({ body, by }) {
			const orderId = await consumePaymentToken(body.token, by.now)
			const order = orderId && (await readOrder(db, orderId))
			if (!order) return { ok: false, code: 'payment-response', message: 'Invalid payment response data' }
			const { title, text } = paymentResult(order, { ...body, amount: String(body.amount) })
			return title === 'Payment Failed'
				? { ok: false, code: 'payment', message: text }
				: toSuccess(null, text)
		},
	}),
]
