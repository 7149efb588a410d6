import { type SubmissionResult, useForm } from '@conform-to/react'
import { data, redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { acceptReceipt } from '~/domain/files/commands.server'
import { keepReceipts, submitPayment } from '~/domain/orders/commands.server'
import { type Order, readSituation, requireOwnOrder } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath } from '~/domain/orders/rules'
import { PaymentForm } from '~/domain/orders/schema'
import { selectionWords } from '~/domain/orders/selection'
import { redirectWithFlash } from '~/server/flash.server'
import { parseForm } from '~/server/form.server'
import { requireUser } from '~/server/guards.server'
import { log } from '~/server/log.server'
import { readUploadForm } from '~/server/uploads.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckoutFrame } from '~/ui/checkout/frame'
import { HoldNotice } from '~/ui/checkout/hold-notice'
import { PAYMENT_LABELS, type PaymentFields, PaymentFieldset } from '~/ui/checkout/payment-fields'
import { Totals } from '~/ui/checkout/totals'
import { ErrorSummary } from '~/ui/error-summary'
import type { Route } from './+types/checkout-confirm'

export const meta: Route.MetaFunction = () => [{ title: `Payment Confirmation · ${brand.name}` }]

const FAILED = 'Failed to submit payment details. Please try again.'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = await requireStepThree(params.orderId, account.id)
	return { ...(await pageData(order)), email: account.email }
}

export async function action({ request, params }: Route.ActionArgs) {
	const account = await requireUser(request)
	const order = await requireStepThree(params.orderId, account.id)
	const form = await readUploadForm(request, { maxFiles: 2 })
	const sent = { payment: form.get('payment_receipt'), swift: form.get('swift_receipt') }
	for (const name of ['payment_receipt', 'swift_receipt']) form.delete(name)
	const submission = parseForm(form, PaymentForm)
	const refuse = async (
		reply: { fieldErrors?: Record<string, string[]>; formErrors?: string[] },
		status: number,
	) =>
		data(
			{ ...(await pageData(await requireStepThree(order.id, account.id))), result: submission.reply(reply) },
			{ status },
		)
	try {
		const now = Date.now()
		const fieldErrors = await takeReceipts(order, sent, now)
		if (submission.status !== 'success' || Object.keys(fieldErrors).length > 0) {
			return await refuse({ fieldErrors }, 422)
		}
		const submitted = await submitPayment(order.id, account.id, submission.value, now)
		if (!submitted.ok) return await refuse({ formErrors: [submitted.message] }, 422)
		const done = checkoutPath(order.id, 'done')
		if (submitted.status === 'failed' || submitted.repeated) return redirect(done)
		return await redirectWithFlash(done, {
			type: 'success',
			text: 'Payment details submitted successfully',
			seconds: 3,
		})
	} catch (error) {
		if (error instanceof Response) throw error
		log.error({ err: error, orderId: order.id }, 'a payment could not be submitted')
		return await refuse({ formErrors: [FAILED] }, 500)
	}
}

/** Stores the receipts that are in order, whatever is wrong elsewhere. @returns the errors of the two fields. */
async function takeReceipts(
	order: Order,
	sent: { payment: FormDataEntryValue | null; swift: FormDataEntryValue | null },
	now: number,
): Promise<Record<string, string[]>> {
	const payment = await accept(sent.payment, order.accountId, now)
	const swift = await accept(sent.swift, order.accountId, now)
	await keepReceipts(order.id, order.accountId, { payment: payment.key, swift: swift.key })
	const hasReceipt = payment.key !== undefined || order.paymentReceiptKey !== null
	const missing = hasReceipt ? undefined : 'Payment receipt is required'
	const errors = { payment_receipt: payment.error ?? missing, swift_receipt: swift.error }
	return Object.fromEntries(Object.entries(errors).flatMap(([name, text]) => (text ? [[name, [text]]] : [])))
}

async function requireStepThree(orderId: string, accountId: string): Promise<Order> {
	const order = await requireOwnOrder(orderId, accountId)
	const step = allowedStep(order, 'confirm')
	if (step !== 'confirm') throw redirect(checkoutPath(orderId, step))
	return order
}

async function accept(
	value: FormDataEntryValue | null,
	accountId: string,
	now: number,
): Promise<{ key?: string; error?: string }> {
	// A browser sends an empty file without a name where none was chosen.
	if (!(value instanceof File) || (value.size === 0 && value.name === '')) return {}
	const accepted = await acceptReceipt(value, accountId, now)
	return accepted.ok ? { key: accepted.key } : { error: accepted.message }
}

async function pageData(order: Order) {
	const { id, status, cells, couponCode, subtotalPence, discountPence, totalPence, reference } = order
	const pixels = selectionWords(cells.map(({ cell }) => cell))
	return {
		order: { id, reference, couponCode, subtotalPence, discountPence, totalPence, pixels },
		isReplaced: status === 'abandoned',
		situation: await readSituation(order, Date.now()),
		kept: { payment: order.paymentReceiptName, swift: order.swiftReceiptName },
		result: undefined as SubmissionResult<string[]> | undefined,
	}
}

export default function CheckoutConfirm({ loaderData, actionData }: Route.ComponentProps) {
	const { order, isReplaced, situation, kept, result, email } = { ...loaderData, ...actionData }
	const [form, fields] = useForm<PaymentFields>({
		id: 'payment',
		lastResult: result ?? null,
		defaultValue: { email },
		// The messages of the specification are the server's; the browser's own would hide all but one of them.
		defaultNoValidate: true,
	})
	return (
		<CheckoutFrame
			orderId={order.id}
			current={2}
			intro="Tell us about the transfer and attach the receipt. Your pixels are activated as soon as we have it; ownership is confirmed once the payment is verified."
		>
			<ErrorSummary form={{ id: form.id, allErrors: form.allErrors }} labels={PAYMENT_LABELS} />
			<HoldNotice situation={situation} replaced={isReplaced} firstStep={checkoutPath(order.id, 'cells')} />
			<form
				id={form.id}
				method="post"
				encType="multipart/form-data"
				noValidate={form.noValidate}
				className="checkout-columns"
			>
				<PaymentFieldset fields={fields} kept={kept} />
				<aside>
					<Card title="To confirm">
						<div className="grid gap-5">
							<p className="text-sm text-muted">
								Reference <span className="figures font-semibold text-fg">{order.reference}</span>
							</p>
							<Totals order={order} pixels={order.pixels} />
							<Button wide data-busy="Submitting…">
								Submit
							</Button>
							<ButtonLink variant="quiet" wide href={checkoutPath(order.id, 'payment')}>
								Back
							</ButtonLink>
						</div>
					</Card>
				</aside>
			</form>
		</CheckoutFrame>
	)
}
