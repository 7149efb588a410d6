import { z } from 'zod'
import { isFreshSignIn, staleSignIn } from '~/domain/accounts/rules'
import { currentPassword } from '~/domain/accounts/schema'
import { optionalText } from '~/domain/fields'
import { fileUrl } from '~/domain/files/rules'
import { changeGateway, readGateway, type ShownKey } from '~/domain/gateway/commands.server'
import { GatewayForm } from '~/domain/gateway/schema'
import { approveOrder, rejectOrder } from '~/domain/orders/review/commands.server'
import { decidedMessage } from '~/domain/orders/review/four-eyes.server'
import { listPayments } from '~/domain/orders/review/list.server'
import type { Payment } from '~/domain/orders/review/queries.server'
import { REVIEW_FAILED, shownStatus } from '~/domain/orders/rules'
import { changePrices, readPrices } from '~/domain/prices/commands.server'
import { PricesForm } from '~/domain/prices/schema'
import { refusal } from '~/domain/refusal'
import { changeSettings, turnMaintenanceOn } from '~/domain/settings/commands.server'
import { getSetting } from '~/domain/settings/queries.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { operation, toSuccess, toSuccessPage } from '../operation.server'
import { formatIsoTime, Id, Listed, Pounds, pounds, Text, Time, Version } from '../wire'
import { ReviewList } from './history.server'

const PaymentData = z
	.object({
		id: Id,
		version: Version,
		payment_id: Text,
		name: Text,
		email: Text,
		status: z.string(),
		bank_name: Text,
		bank_account_no: Text,
		country: Text,
		contact_no: Text,
		pixel_details: z.string().meta({ description: 'JSON text: a list of { id, type, row, col, price }.' }),
		payment_receipt: Text,
		swift_receipt: Text,
		transaction: z.object({
			order_id: z.string().meta({ description: 'The reference that the buyer quotes in the transfer.' }),
			amount: Pounds,
			discount: Pounds,
			time: Time.nullable(),
			coupon_code: Text,
		}),
	})
	.meta({ id: 'SubmittedPayment' })

const receiptUrl = (key: string | null) => key && absoluteUrl(`/api${fileUrl(key)}`)

function paymentData(order: Payment) {
	const pixels = order.cells.map(({ pricePence, ...cell }) => ({
		...cell,
		price: String(pounds(pricePence)),
	}))
	return {
		id: order.id,
		version: order.version,
		payment_id: order.paymentId,
		name: order.name,
		email: order.email,
		status: shownStatus(order),
		bank_name: order.bankName,
		bank_account_no: order.bankAccountNo,
		country: order.country,
		contact_no: order.contactNo,
		pixel_details: JSON.stringify(pixels),
		payment_receipt: receiptUrl(order.paymentReceiptKey),
		swift_receipt: receiptUrl(order.swiftReceiptKey),
		transaction: {
			order_id: order.reference,
			amount: pounds(order.totalPence),
			discount: pounds(order.discountPence),
			time: formatIsoTime(order.submittedAt),
			coupon_code: order.couponCode,
		},
	}
}

/* Passed to PricesForm as text, so that its rules apply. */
const price = z
	.union([z.number(), z.string().max(40)])
	.meta({ override: { type: 'number' }, description: 'In pounds.' })
const PricesBody = z.object({
	large: price,
	medium: price,
	small: price,
	tiny: price,
	version: Version.optional(),
})

const pricesOperation = (call: 'POST /admin/updatepixelprice' | 'PUT /admin/management/update-price') =>
	operation(call, 'admin', 'Prices and gateway', {
		summary: 'Change the prices; open checkouts keep theirs',
		body: PricesBody,
		example: { large: 10_000_000, medium: 1_000_000, small: 500_000, tiny: 100_000, version: 4 },
		once: true,
		success: 'The prices are changed. Open checkouts keep theirs.',
		async run({ account, body, by }) {
			const { version: seen = (await readPrices()).version, ...typed } = body
			const texts = Object.entries(typed).map(([type, value]) => [type, String(value)])
			const { version, ...prices } = PricesForm.parse({ ...Object.fromEntries(texts), version: seen })
			return await changePrices(prices, { version, actorId: account.id, now: by.now })
		},
	})

const GatewayVersion = z
	.number()
	.int()
	.min(0)
	.meta({ description: 'The version that the client has read; 0 if no keys are stored.' })

const GatewayData = z
	.object({
		access_key: z.string(),
		publish_key: z.string(),
		wise_api_key: z.string(),
		wise_profile_id: z.string(),
		wise_environment: z.enum(['sandbox', 'live']),
		maintenance_mode: z.enum(['0', '1']),
		version: GatewayVersion,
	})
	.meta({ id: 'GatewaySettings', description: 'Of each key, at most the last four characters are returned.' })

const { shape } = GatewayForm
const maskKey = (key: ShownKey) => (key === null || key === 'unreadable' ? '' : `••••${key.end}`)
const STALE = refusal('stale-sign-in', staleSignIn('you change this'))

export const backOfficeOperations = [
	operation('GET /admin/submitedpayment', 'admin', 'Payments', {
		summary: 'List submitted payments, newest first',
		query: ReviewList,
		data: z.array(PaymentData),
		failed: REVIEW_FAILED.list,
		extraFields: Listed,
		run: async ({ query }) =>
			toSuccessPage(await listPayments({ ...query, from: null, to: null }), paymentData),
	}),
	operation('POST /admin/reject-payment', 'admin', 'Payments', {
		summary: 'Approve or reject a submitted payment',
		body: z.object({
			payment_id: Id.meta({ description: 'The `id` of the submitted payment.' }),
			status: z.enum(['approved', 'rejected'], { error: 'Please approve or reject' }).meta({
				description:
					'An order can be approved only if it holds all its pixels. If its total is above the limit in the ' +
					'settings, it stays pending until a second administrator approves it too, as the message says.',
			}),
			version: Version,
			reason: optionalText({ max: 1000, tooLong: 'Please use at most 1,000 characters' }).optional(),
		}),
		example: { payment_id: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', status: 'approved', version: 3 },
		failed: REVIEW_FAILED.decide,
		once: true,
		async run({ account, body, by }) {
			const { payment_id: orderId, status, version, reason } = body
			const input = { orderId, version, actorId: account.id, now: by.now }
			const decide = status === 'approved' ? approveOrder : rejectOrder
			const outcome = await decide({ ...input, ...(reason ? { reason } : {}) })
			if (!outcome.ok) return outcome
			return toSuccess(null, decidedMessage(outcome, 'Payment status updated successfully'))
		},
	}),
	pricesOperation('POST /admin/updatepixelprice'),
	pricesOperation('PUT /admin/management/update-price'),
	operation('GET /admin/paymentgateway', 'admin', 'Prices and gateway', {
		summary: 'Get the settings of the payment gateway',
		data: GatewayData,
		async run() {
			const [gateway, maintenance] = await Promise.all([readGateway(), getSetting('maintenance')])
			return toSuccess({
				access_key: maskKey(gateway.accessKey),
				publish_key: maskKey(gateway.publishKey),
				wise_api_key: maskKey(gateway.wiseApiKey),
				wise_profile_id: gateway.wiseProfileId,
				wise_environment: gateway.wiseEnvironment,
				maintenance_mode: maintenance ? '1' : '0',
				version: gateway.version,
			})
		},
	}),
	operation('POST /admin/updatepaymentgateway', 'admin', 'Prices and gateway', {
		summary:
			'Change the keys of the payment gateway (an empty value keeps the stored key), or turn maintenance on or off',
		body: z.object({
			access_key: shape.access_key.unwrap().optional(),
			publish_key: shape.publish_key.unwrap().optional(),
			wise_api_key: shape.wise_api_key.unwrap().optional(),
			wise_profile_id: shape.wise_profile_id.unwrap().optional(),
			wise_environment: shape.wise_environment.unwrap().optional(),
			maintenance_mode: z
				.union([z.literal(0), z.literal(1), z.enum(['0', '1'])])
				.optional()
				.meta({ description: '1 turns maintenance on, 0 off.' }),
			currentPassword: currentPassword.meta({
				description: 'Turns maintenance on; required with a key, and 15 minutes after logging in.',
			}),
			version: GatewayVersion.optional(),
		}),
		example: { maintenance_mode: 1 },
		async run({ account, body: { maintenance_mode: mode, currentPassword, version: seen, ...keys }, by }) {
			const actor = { actorId: account.id, now: by.now }
			if (Object.values(keys).some(value => value !== undefined)) {
				if (!isFreshSignIn(account.signedInAt, by.now)) return STALE
				const stored = await readGateway()
				const kept = { wise_profile_id: stored.wiseProfileId, wise_environment: stored.wiseEnvironment }
				const { version, ...input } = GatewayForm.parse({ ...kept, ...keys, version: seen ?? stored.version })
				const outcome = await changeGateway(input, { ...actor, version })
				if (!outcome.ok) return outcome
			}
			if (Number(mode) === 1) {
				const closed = await turnMaintenanceOn(account, currentPassword, by)
				if (!closed.ok) return closed
			}
			if (Number(mode) === 0) await changeSettings({ maintenance: false }, actor)
			return toSuccess(null, 'The payment gateway settings are saved.')
		},
	}),
]
