import { parseWithZod } from '@conform-to/zod/v4'
import { config } from 'zod/v4/core'
import { receiptProblem } from '~/domain/files/accepting'
import { FreeOrderForm, PaymentForm } from '~/domain/orders/checkout/schema'

// Compiling schemas needs eval, which the security policy forbids; even the attempt would be reported.
config({ jitless: true })

export { ibanProblem } from '~/domain/settings/iban'
export { Sending, send } from './sending'

/** Validates the form as the server does. Loaded with zod when the form is first touched. */
export function check(form: FormData, kept: { readonly payment: string | null }, isFree: boolean) {
	const submission = parseWithZod(form, { schema: isFree ? FreeOrderForm : PaymentForm })
	const errors: Record<string, string[]> = {}
	const payment = chosen(form.get('payment_receipt'))
	const swift = chosen(form.get('swift_receipt'))
	const missing =
		payment === undefined && kept.payment === null && !isFree ? 'Payment receipt is required' : undefined
	const problems = {
		payment_receipt: missing ?? receiptProblem(payment),
		swift_receipt: receiptProblem(swift),
	}
	for (const [name, text] of Object.entries(problems)) if (text) errors[name] = [text]
	if (Object.keys(errors).length === 0) return submission
	const { payload, reply } = submission
	const error = { ...(submission.status === 'success' ? {} : submission.error), ...errors }
	// conform focuses the first invalid field of a submitted form, and must not while only checking.
	const status = submission.status && ('error' as const)
	return { status, payload, error, reply: () => ({ ...reply(), ...(status && { status }), error }) }
}

/* A browser sends an empty file without a name where none was chosen. */
function chosen(value: FormDataEntryValue | null): File | undefined {
	return value instanceof File && (value.name !== '' || value.size > 0) ? value : undefined
}
