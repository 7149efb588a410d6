import { describe, expect, test } from 'vitest'
import { NameForm } from '~/domain/accounts/profile/profile-schema'
import { FreeOrderForm, PaymentForm } from './schema'

const good = {
	name: ' Example Holdings Ltd ',
	email: 'buyer@example.test',
	country: 'UK',
	contact_no: '7700 900 123',
	bank_name: 'Example Bank',
	bank_account_no: 'GB00 EXMP 0000',
	payment_id: 'TX-1',
	details_confirmed: 'on',
	terms: 'on',
}

function messages(form: Record<string, string>): Record<string, string> {
	const parsed = PaymentForm.safeParse(form)
	return Object.fromEntries((parsed.error?.issues ?? []).map(issue => [issue.path.join('.'), issue.message]))
}

describe('the form of step 3', () => {
	test('accepts valid input', () => {
		expect(PaymentForm.parse(good)).toEqual({
			name: 'Example Holdings Ltd',
			email: 'buyer@example.test',
			country: 'UK',
			contactNo: '+447700900123',
			bankName: 'Example Bank',
			bankAccountNo: 'GB00 EXMP 0000',
			paymentId: 'TX-1',
		})
	})

	test('reports every missing field with the fixed message', () => {
		expect(messages({})).toEqual({
			name: 'Full name or company name is required',
			email: 'Valid email address is required',
			country: 'Country is required',
			contact_no: 'Contact number is required',
			bank_name: 'Bank name is required',
			bank_account_no: 'Account number or IBAN is required',
			payment_id: 'Transaction ID is required',
			details_confirmed: 'Please confirm that the details are correct',
			terms: 'You must agree to the terms and privacy policy',
		})
	})

	test.each([
		'buyer',
		'buyer@',
		'@example.test',
		'buyer@example',
		'a b@example.test',
		`${'a'.repeat(250)}@b.test`,
	])('rejects "%s" as an email address', email => {
		expect(messages({ ...good, email })).toEqual({ email: 'Valid email address is required' })
	})

	test('reports a number that cannot be dialled together with the other errors', () => {
		const COUNT = 'Valid contact number is required (7-15 digits)'
		expect(messages({ ...good, contact_no: '123' })).toEqual({ contact_no: COUNT })
		expect(messages({ ...good, contact_no: 'ask my office', terms: '', name: '' })).toEqual({
			name: 'Full name or company name is required',
			contact_no: COUNT,
			terms: 'You must agree to the terms and privacy policy',
		})
		expect(messages({ ...good, country: 'Other', contact_no: '353 1 555 0000' })).toEqual({
			contact_no: 'Please begin the contact number with a plus and the country code',
		})
		expect(messages({ ...good, country: '' })).toEqual({ country: 'Country is required' })
		expect(messages({ ...good, country: '', contact_no: 'abc' })).toEqual({
			country: 'Country is required',
			contact_no: COUNT,
		})
		expect(PaymentForm.parse({ ...good, contact_no: '020 7946 0000' }).contactNo).toBe('+442079460000')
	})

	test('normalises a transaction ID, and requires a letter or a digit in it', () => {
		expect(PaymentForm.parse({ ...good, payment_id: 'FT\u200b1234\u00ad5678' }).paymentId).toBe('FT12345678')
		for (const payment_id of ['\u200b', '---', '. .']) {
			expect(messages({ ...good, payment_id })).toEqual({ payment_id: 'Transaction ID is required' })
		}
	})

	test.each([
		'=HYPERLINK("https://example.test")',
		'=SUM(A1)',
		'+A1',
		'-A1',
		'@SUM(A1)',
		'www.example.test',
		'Visit example.com',
		'https://example.test/win',
	])('rejects "%s" as a name', name => {
		expect(messages({ ...good, name })).toEqual({ name: 'Please use letters only' })
		expect(NameForm.safeParse({ firstName: name, lastName: 'Example' }).success).toBe(false)
	})

	test.each(['3M Company', 'J. P. Example & Co. Ltd.', "O'Neill-Example GmbH (UK), 2026"])(
		'accepts "%s" as the name of a buyer',
		name => expect(PaymentForm.parse({ ...good, name }).name).toBe(name),
	)

	test('treats blank fields as missing', () => {
		expect(messages({ ...good, name: '   ' })).toEqual({ name: 'Full name or company name is required' })
	})

	test('rejects unknown countries and currencies', () => {
		expect(messages({ ...good, country: 'constructor' })).toEqual({ country: 'Country is required' })
		expect(PaymentForm.parse({ ...good, amount: '1', totalPence: '1' })).not.toHaveProperty('totalPence')
	})
})

describe('the form of step 3 for an order with a total of zero', () => {
	const { bank_name: _bank, bank_account_no: _account, payment_id: _id, ...free } = good

	test('neither requires nor stores details of a transfer', () => {
		expect(FreeOrderForm.parse(free)).toMatchObject({
			name: 'Example Holdings Ltd',
			bankName: null,
			paymentId: null,
		})
		expect(FreeOrderForm.parse(good)).toMatchObject({ bankAccountNo: null, paymentId: null })
	})
	test('requires all other fields', () => {
		const issues = FreeOrderForm.safeParse({ country: 'UK', contact_no: '1' }).error?.issues ?? []
		const named = issues.map(issue => issue.path.join('.'))
		expect(named.toSorted()).toEqual(['contact_no', 'details_confirmed', 'email', 'name', 'terms'])
	})
})
