import type { PaymentDetails } from '~/domain/orders/checkout/schema'

/** The buyer's input at the last step of a checkout. */
export const PAYMENT_DETAILS = {
	name: 'Example Buyer Ltd',
	email: 'buyer@example.test',
	country: 'UK',
	contactNo: '+447700900123',
	bankName: 'Example Bank',
	bankAccountNo: 'GB00EXMP00000000',
	paymentId: 'TX-1',
} satisfies PaymentDetails
