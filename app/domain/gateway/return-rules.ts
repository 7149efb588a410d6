import { parsePounds } from '~/domain/money'
import type { OrderStatus } from '~/domain/orders/rules'

/** The result of returning from a payment, and its texts. */
export type PaymentResult = {
	title: 'Processing Payment' | 'Payment Successful!' | 'Payment Failed'
	text: string
}

export const INVALID: PaymentResult = { title: 'Payment Failed', text: 'Invalid payment response data' }

/** The query parameters in use; `data`, the blocks, is not trusted. */
export type PaymentReturn = { token: string; status: string; amount: string }

/** Parses the query; token, status, amount and data must all be present. */
export function readPaymentReturn(search: URLSearchParams): PaymentReturn | null {
	const token = search.get('token')
	const status = search.get('status')
	const amount = search.get('amount')
	return token && status && amount && search.get('data') ? { token, status, amount } : null
}

/**
 * Returns the message about the order that a valid token names. The query proves nothing: a payment counts as complete
 * only for a submitted order and its exact amount.
 */
export function paymentResult(
	order: { status: OrderStatus; totalPence: number },
	response: PaymentReturn,
): PaymentResult {
	if (response.status !== 'completed') {
		return { title: 'Payment Failed', text: 'Payment failed. Please try again.' }
	}
	if (parsePounds(response.amount) !== order.totalPence) return INVALID
	switch (order.status) {
		case 'pending':
		case 'approved':
			return {
				title: 'Payment Successful!',
				text: 'Payment successful! Your pixels have been purchased.',
			}
		case 'open':
			return {
				title: 'Processing Payment',
				text: 'Your payment is being processed. Please send us the receipt at the last step of the checkout.',
			}
		default:
			return { title: 'Payment Failed', text: 'An error occurred while processing your payment.' }
	}
}
