import { z } from 'zod'
import { previewCoupon } from '~/domain/coupons/check.server'
import { COUPON_MESSAGES } from '~/domain/coupons/rules'
import { line, optionalLine } from '~/domain/fields'
import { type Bought, holdSelection, purchase } from '~/domain/orders/checkout/purchase.server'
import { COUNTRY_CODES } from '~/domain/orders/contact-rules'
import type { Order } from '~/domain/orders/queries.server'
import { readOrder } from '~/domain/orders/queries.server'
import { spendPaymentToken } from '~/domain/payments/commands.server'
import { paymentResult } from '~/domain/payments/rules'
import { londonDay } from '~/domain/time'
import { db } from '~/server/db.server'
import type { SessionAccount } from '~/server/session.server'
import { done, operation, type Refused } from '../operation.server'
import { Id, Nothing, Pounds, pounds, selectBlocks, Time, timeText, Version } from '../wire'

const group = 'Buying'
const coupon = optionalLine({ most: 60, tooLong: COUPON_MESSAGES.unknown })
const needed = (what: string, example: string) =>
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
		.meta({ override: { type: 'string', format: 'binary' }, description: what })

const OrderData = z
	.object({
		order_id: Id,
		reference: z.string().meta({ description: 'To be quoted in the transfer.', example: 'K7M4-2QXD' }),
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
	hold_until: timeText(order.status === 'open' ? order.holdUntil : null),
})

const NO_PIXELS = 'Please select pixels to buy'

/* Rules and words of these fields are those of step 3 of the checkout; here is only what they are for. */
const details = {
	name: needed('Full name or company name', 'Example Holdings Ltd'),
	email: needed('For questions about the payment', 'buyer@example.test'),
	contact_no: needed('With the prefix of its country', '+44 7700 900123'),
	country: z
		.string()
		.optional()
		.transform((sent = '') => sent)
		.meta({ example: 'UK', override: { type: 'string', enum: [...COUNTRY_CODES] } }),
	bank_name: needed('The bank that the transfer comes from', 'Example Bank'),
	bank_account_no: needed('Account number or IBAN there', 'GB00EXMP00000000'),
	payment_id: needed('The transaction ID of the transfer', 'TX-1'),
}
const Payment = z
	.object({
		selectBlocks: selectBlocks(NO_PIXELS),
		...details,
		coupon_code: coupon.default(''),
		payment_receipt: receipt(
			'PNG, JPEG or PDF, at most 5 MB. Needed unless a coupon covers everything.',
			'Payment receipt is required',
		),
		swift_receipt: receipt('PNG, JPEG or PDF, at most 5 MB.', 'Please send a file'),
	})
	.meta({ override: { required: ['selectBlocks', ...Object.keys(details)] } })

async function buy(
	account: SessionAccount,
	body: z.output<typeof Payment>,
	now: number,
	signal: AbortSignal,
) {
	const { selectBlocks, coupon_code, payment_receipt, swift_receipt, ...fields } = body
	const bought = await purchase(
		account.id,
		{
			cells: selectBlocks.map(({ id }) => id),
			couponCode: coupon_code,
			// Who calls with a whole purchase in hand has confirmed it.
			form: { ...fields, details_confirmed: 'on', terms: 'on' },
			receipts: { payment: payment_receipt, swift: swift_receipt },
		},
		{ now, signal },
	)
	return bought.ok ? answer(bought) : bought
}

function answer({ order, status }: Bought) {
	if (status === 'pending') return done(orderData(order), 'Payment details submitted successfully')
	const message = order.failureReason ?? 'Somebody else has these pixels.'
	return { ok: false, code: 'gone', message, data: orderData(order) } satisfies Refused
}

const purchaseCall = (path: '/user/pixels/buy' | '/user/payment-details', summary: string) =>
	operation({
		method: 'POST',
		path,
		group,
		summary,
		who: 'user',
		body: Payment,
		files: ['payment_receipt', 'swift_receipt'],
		data: OrderData,
		once: true,
		failed: 'Failed to submit payment details. Please try again.',
		run: ({ account, body, by, signal }) => buy(account, body, by.now, signal),
	})

const NO_AMOUNT = 'Please enter the amount in pounds'

const couponCall = (path: `/${string}/coupondetails`, who: 'account' | 'admin') =>
	operation({
		method: 'POST',
		path,
		group,
		summary: 'What a coupon takes off an amount',
		who,
		body: z.object({
			coupon_code: line(COUPON_MESSAGES.empty, { most: 60, tooLong: COUPON_MESSAGES.unknown }),
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
		data: z.object({
			coupon_code: z.string(),
			type: z.enum(['percentage', 'fixed']),
			discount_amount: z.number().meta({ description: 'Percent, or pounds.' }),
			min_purchase_amount: Pounds,
			start_date: z.string(),
			end_date: z.string(),
			is_active: z.union([z.literal(1), z.literal(0)]),
			discount: Pounds,
		}),
		failed: COUPON_MESSAGES.failed,
		async run({ account, body, by }) {
			const asked = { accountId: account.id, now: by.now }
			const outcome = await previewCoupon(body.coupon_code, Math.round(body.amount * 100), asked)
			if (!outcome.ok) return outcome
			const { code, type, discount, minPurchasePence, startsAt, endsAt, isActive } = outcome.coupon
			return done({
				coupon_code: code,
				type,
				discount_amount: discount / 100,
				min_purchase_amount: pounds(minPurchasePence),
				start_date: londonDay(startsAt),
				end_date: londonDay(endsAt),
				is_active: isActive ? 1 : 0,
				discount: pounds(outcome.discountPence),
			})
		},
	})

export const buyingCalls = [
	couponCall('/user/coupondetails', 'account'),
	couponCall('/admin/coupondetails', 'admin'),
	operation({
		method: 'POST',
		path: '/user/create-checkout-session',
		group,
		summary: 'Put pixels on hold: reference, total and the account to pay to',
		who: 'user',
		body: z.object({ selectBlocks: selectBlocks(NO_PIXELS), coupon_code: coupon.default('') }),
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
		async run({ account, body, by }) {
			const wanted = { cells: body.selectBlocks.map(({ id }) => id), couponCode: body.coupon_code }
			const held = await holdSelection(account.id, wanted, by.now)
			if (!held.ok) return held
			return done({ ...orderData(held.order), bank_details: held.bankDetails })
		},
	}),
	purchaseCall('/user/pixels/buy', 'Buy pixels that a transfer was made for'),
	purchaseCall('/user/payment-details', 'The same, under its older name'),
	operation({
		method: 'POST',
		path: '/success',
		group,
		summary:
			'What became of a payment. The token of the return address tells; nothing that is sent is believed',
		who: 'anybody',
		body: z.object({
			token: z.string().max(1_000).default(''),
			status: z.string().max(100).default(''),
			amount: z.union([z.string().max(40), z.number()]).default(''),
		}),
		example: { token: 'of the return address', status: 'completed', amount: '400000' },
		data: Nothing,
		async run({ body, by }) {
			const orderId = await spendPaymentToken(body.token, by.now)
			const order = orderId && (await readOrder(db, orderId))
			if (!order) return { ok: false, code: 'payment-response', message: 'Invalid payment response data' }
			const { title, text } = paymentResult(order, { ...body, amount: String(body.amount) })
			return title === 'Payment Failed' ? { ok: false, code: 'payment', message: text } : done(null, text)
		},
	}),
]
