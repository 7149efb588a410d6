/** The fields of a payment that an administrator books by hand; the server says what is missing. */
export const BOOKING_FIELDS = {
	amount: { label: 'Amount in pounds', required: false, inputMode: 'decimal', autoComplete: 'off' },
	bank_reference: { label: 'Bank reference', required: false, autoComplete: 'off', maxLength: 140 },
} as const
