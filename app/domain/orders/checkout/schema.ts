import { z } from 'zod'
import { line, personName } from '~/domain/fields'
import {
	COUNTRY_CODES,
	type Country,
	contactNumberProblem,
	joinContactNumber,
} from '~/domain/orders/contact-rules'

const requiredLine = (missing: string, max = 200) =>
	line(missing, { max, tooLong: `Please use at most ${max} characters` })
const EMAIL = 'Valid email address is required'
const TRANSACTION_ID = 'Transaction ID is required'
const ticked = (message: string) => z.literal('on', { error: message })

const Contact = z.object({
	country: z.enum(COUNTRY_CODES, { error: 'Country is required' }),
	contact_no: requiredLine('Contact number is required', 40),
})

/** A number without a country is checked as one of the first country. */
const AnyContact = Contact.extend({ country: Contact.shape.country.catch(COUNTRY_CODES[0]) })

function problemOfContact(form: unknown): string | undefined {
	const contact = AnyContact.safeParse(form)
	if (!contact.success) return undefined
	return contactNumberProblem(joinContactNumber(contact.data.country, contact.data.contact_no))
}

const buyer = {
	name: personName('Full name or company name is required', 200),
	email: line(EMAIL, { max: 254, tooLong: EMAIL }).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, EMAIL),
	...Contact.shape,
}

const word = {
	details_confirmed: ticked('Please confirm that the details are correct'),
	terms: ticked('You must agree to the terms and privacy policy'),
}

/* Checked even if other fields are not valid, so that all errors are reported at once. */
const contactCheck = {
	path: ['contact_no'],
	error: ({ input }: { input?: unknown }) => problemOfContact(input),
	when: () => true,
}
const contactIsRight = (form: object) => problemOfContact(form) === undefined

/**
 * Step 3 of the checkout; its messages are fixed (P49). The receipts are files and only checked by the server; no
 * amount is read from the form.
 */
export const PaymentForm = z
	.object({
		...buyer,
		bank_name: requiredLine('Bank name is required'),
		bank_account_no: requiredLine('Account number or IBAN is required', 60),
		/* Compared by its letters and digits, so it needs at least one. */
		payment_id: requiredLine(TRANSACTION_ID, 100).regex(/[\p{L}\p{N}]/u, TRANSACTION_ID),
		...word,
	})
	.refine(contactIsRight, contactCheck)
	.transform(form => ({
		...toBuyer(form),
		bankName: form.bank_name,
		bankAccountNo: form.bank_account_no,
		paymentId: form.payment_id,
	}))

/** Step 3 when nothing is to be paid (P14), without the fields of a transfer. */
export const FreeOrderForm = z
	.object({ ...buyer, ...word })
	.refine(contactIsRight, contactCheck)
	.transform(form => ({ ...toBuyer(form), bankName: null, bankAccountNo: null, paymentId: null }))

function toBuyer(form: { name: string; email: string; country: Country; contact_no: string }) {
	const { name, email, country } = form
	return { name, email, country, contactNo: joinContactNumber(country, form.contact_no) }
}

/** The buyer's details and payment, ready to be stored. */
export type PaymentDetails = z.output<typeof PaymentForm> | z.output<typeof FreeOrderForm>
