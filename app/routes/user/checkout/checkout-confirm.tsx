import { setTimeout as pause } from 'node:timers/promises'
import { data, redirect } from 'react-router'
import { acceptReceipt } from '~/domain/files/commands.server'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { saveReceipts } from '~/domain/orders/checkout/receipts.server'
import { HELD_BY_NEWER_CHECKOUT } from '~/domain/orders/checkout/refusals'
import { FreeOrderForm, PaymentForm } from '~/domain/orders/checkout/schema'
import { submitPayment } from '~/domain/orders/checkout/submit.server'
import { findOwnOrder, findReceivingOrder, type Order, readSituation } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath, isFree } from '~/domain/orders/rules'
import { ibanProblem } from '~/domain/settings/iban'
import { requireUser } from '~/server/auth/guards.server'
import { db } from '~/server/db/db.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { parseForm, refusalInit } from '~/server/forms/form.server'
import { redirectToForm, restoredForm } from '~/server/forms/restored-form.server'
import { readUploadForm } from '~/server/forms/uploads.server'
import { orNotFound } from '~/server/http/responses.server'
import { log } from '~/server/ops/log.server'
import { Island } from '~/tools/island'
import { PaymentForm as PaymentFormTool } from '~/tools/payment-form/payment-form'
import { CheckoutFrame } from '~/ui/checkout/frame'
import { HoldNotice } from '~/ui/checkout/hold-notice'
import { useRestoredResult } from '~/ui/forms/restored'
import { PlaceCard } from '~/ui/grid/place-card'
import type { Route } from './+types/checkout-confirm'

const MISSING = 'Payment receipt is required'
const FAILED = 'Failed to submit payment details. Please try again.'
const KEEPING_MS = 5_000

export const handle = { acceptsFiles: true }

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = await requireStepThree(params.orderId, account.id)
	if (order.id !== params.orderId) throw redirect(checkoutPath(order.id, 'confirm'))
	const page = { ...(await pageData(order)), name: account.fullName, email: account.email }
	return data(page, { status: (await restoredForm(request, account.id))?.reply?.status ?? 200 })
}

export async function action({ request, params }: Route.ActionArgs) {
	const account = await requireUser(request)
	const order = await requireStepThree(params.orderId, account.id)
	const { form, busy } = await readUploadForm(request, { maxFiles: 2 })
	const sent = { payment: form.get('payment_receipt'), swift: form.get('swift_receipt') }
	for (const name of ['payment_receipt', 'swift_receipt']) form.delete(name)
	const submission = parseForm(form, isFree(order) ? FreeOrderForm : PaymentForm)
	const refuse = async (
		reply: { fieldErrors?: Record<string, string[]>; formErrors?: string[] },
		init: ResponseInit,
	) => {
		const result = submission.reply(reply)
		const answered = { accountId: account.id, status: init.status ?? 422, error: result.error ?? {} }
		const toForm = await redirectToForm(request, form, answered)
		return toForm ?? data({ ...(await pageData(await requireStepThree(order.id, account.id))), result }, init)
	}
	if (busy) return await refuse({ formErrors: [busy.message] }, refusalInit(busy))
	try {
		const now = Date.now()
		const { receipts, fieldErrors, init } = await takeReceipts(order, sent, now, request.signal)
		const keep = () => saveReceipts(order.id, account.id, receipts)
		if (form.get('intent') === 'back') {
			await keep()
			await redirectToForm(request, form, { accountId: account.id, status: 200, error: {} })
			return redirect(checkoutPath(order.id, isFree(order) ? 'cells' : 'payment'))
		}
		if (submission.status !== 'success' || Object.keys(fieldErrors).length > 0) {
			await keep()
			return await refuse({ fieldErrors }, init)
		}
		if (
			order.id !== params.orderId &&
			order.totalPence !== (await findOwnOrder(params.orderId, account.id))?.totalPence
		) {
			await keep()
			return await refuse({ formErrors: [HELD_BY_NEWER_CHECKOUT.message] }, { status: 409 })
		}
		const submitting = submitPayment(order.id, account.id, submission.value, now, receipts)
		const submitted = await submitting.catch(async error => {
			// While the database is locked, storing continues in the background and the buyer gets the answer.
			await Promise.race([keep().catch(() => undefined), pause(KEEPING_MS)])
			throw error
		})
		if (!submitted.ok) return await refuse({ formErrors: [submitted.message] }, { status: 422 })
		const done = checkoutPath(order.id, 'done')
		if (submitted.status === 'failed' || submitted.repeated) return redirect(done)
		throw await redirectWithFlash(done, 'Payment details submitted successfully')
	} catch (error) {
		if (error instanceof Response) throw error
		log.error({ err: error, orderId: order.id }, 'a payment could not be submitted')
		return await refuse({ formErrors: [FAILED] }, { status: 500 })
	}
}

/**
 * Stores the valid receipts.
 * @returns them, and the errors of the two fields.
 */
async function takeReceipts(
	order: Order,
	sent: { payment: FormDataEntryValue | null; swift: FormDataEntryValue | null },
	now: number,
	signal: AbortSignal,
) {
	const takeReceipt = async (value: FormDataEntryValue | null) => {
		// A browser sends an empty file without a name where none was chosen.
		if (!(value instanceof File) || (value.size === 0 && value.name === '')) return undefined
		return await acceptReceipt(value, order.accountId, now, signal)
	}
	const payment = await takeReceipt(sent.payment)
	const swift = await takeReceipt(sent.swift)
	const onlyAccepted = (receipt: typeof payment) => (receipt?.ok ? receipt : undefined)
	const receipts = { payment: onlyAccepted(payment), swift: onlyAccepted(swift) }

	const fieldErrors: Record<string, string[]> = {}
	const isMissing = !payment && order.paymentReceiptKey === null && !isFree(order)
	if (isMissing) fieldErrors['payment_receipt'] = [MISSING]
	if (payment?.ok === false) fieldErrors['payment_receipt'] = [payment.message]
	if (swift?.ok === false) fieldErrors['swift_receipt'] = [swift.message]
	const refusal = [payment, swift].find(receipt => receipt?.ok === false)
	return { receipts, fieldErrors, init: refusalInit(refusal?.ok === false ? refusal : {}) }
}

/** Returns the order to submit: a newer one, if that has the pixels of the one in the address. */
async function requireStepThree(orderId: string, accountId: string): Promise<Order> {
	const order = orNotFound(await findReceivingOrder(db, { orderId, accountId, now: Date.now() }))
	const step = allowedStep(order, 'confirm')
	if (step !== 'confirm') throw redirect(checkoutPath(order.id, step))
	return order
}

async function pageData(order: Order) {
	const { id, status, cells, couponCode, subtotalPence, discountPence, totalPence, reference } = order
	const ids = cells.map(({ cell }) => cell)
	const now = Date.now()
	const [situation, place] = await Promise.all([
		readSituation(order, now),
		readSurroundings(ids, order.accountId, now),
	])
	return {
		order: { id, reference, couponCode, subtotalPence, discountPence, totalPence },
		isReplaced: status === 'abandoned',
		place,
		situation,
		kept: { payment: order.paymentReceiptName, swift: order.swiftReceiptName },
	}
}

export default function CheckoutConfirm({ loaderData, actionData }: Route.ComponentProps) {
	const { order, isReplaced, situation, place, kept, name, email } = {
		...loaderData,
		...actionData,
	}
	const isFreeOrder = isFree(order)
	const restored = useRestoredResult()
	const result = actionData?.result ?? restored ?? null
	const doubt = ibanProblem(String(result?.initialValue?.['bank_account_no'] ?? ''))
	return (
		<CheckoutFrame
			orderId={order.id}
			current="confirm"
			isFree={isFreeOrder}
			intro={
				isFreeOrder
					? 'Your coupon covers the whole amount: there is nothing to pay. Tell us who you are, and your pixels are activated.'
					: 'Tell us about the transfer and attach the receipt. Your pixels are activated as soon as we have it; ownership is confirmed once the payment is verified.'
			}
		>
			<div className="checkout-columns">
				<div className="checkout-notices">
					<HoldNotice
						situation={situation}
						orderId={order.id}
						step="confirm"
						isFree={isFreeOrder}
						isReplaced={isReplaced}
					/>
				</div>
				<PlaceCard place={place} title="Your place" frame="selected" />
				<Island
					name="payment-form"
					tool={PaymentFormTool}
					props={{ order, kept, name, email, isFree: isFreeOrder, result, doubt }}
				/>
			</div>
		</CheckoutFrame>
	)
}
