import { z } from 'zod'
import { COUNTRY_CODES, contactNumberProblem, joinContactNumber } from './rules'

const line = (message: string, most = 200) =>
	z.string({ error: message }).trim().min(1, message).max(most, `Please use at most ${most} characters`)
const ticked = (message: string) => z.literal('on', { error: message })

const Contact = z.object({
	country: z.enum(COUNTRY_CODES, { error: 'Country is required' }),
	contact_no: line('Contact number is required', 40),
})

function problemOfContact(form: unknown): string | undefined {
	const contact = Contact.safeParse(form)
	if (!contact.success) return undefined
	return contactNumberProblem(joinContactNumber(contact.data.country, contact.data.contact_no))
}

/**
 * Step 3 of the checkout, word for word as specification 2, section 5 has it. The receipts are files and are looked at by the
 * server alone; nothing about money is read from the form.
 */
export const PaymentForm = z
	.object({
		name: line('Full name or company name is required'),
		email: z
			.string({ error: 'Valid email address is required' })
			.trim()
			.max(254, { error: 'Valid email address is required', abort: true })
			.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Valid email address is required'),
		...Contact.shape,
		bank_name: line('Bank name is required'),
		bank_account_no: line('Account number or IBAN is required', 60),
		payment_id: line('Transaction ID is required', 100),
		details_confirmed: ticked('Please confirm that the details are correct'),
		terms: ticked('You must agree to the terms and privacy policy'),
	})
	.refine(form => problemOfContact(form) === undefined, {
		path: ['contact_no'],
		error: ({ input }) => problemOfContact(input),
		/* Whatever else is wrong, so that everything is said at once. */
		when: () => true,
	})
	.transform(form => ({
		name: form.name,
		email: form.email,
		country: form.country,
		contactNo: joinContactNumber(form.country, form.contact_no),
		bankName: form.bank_name,
		bankAccountNo: form.bank_account_no,
		paymentId: form.payment_id,
	}))

/** What the buyer says about the payment, ready to be stored. */
export type PaymentDetails = z.output<typeof PaymentForm>
