import { describe, expect, it } from 'vitest'
import { BankForm, CheckoutForm } from './forms'
import { SETTINGS } from './schema'

const bank = {
	accountHolder: 'Example Ltd',
	bankName: 'Example Bank',
	branchAddress: '1 Example Street',
	accountNumber: 'GB69EXMP00000000000000',
	swiftCode: 'exmpgb2l',
}
const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
	result.error?.issues.map(issue => issue.message)

describe('the bank details of the operator', () => {
	it('are taken with SWIFT in capitals, and without IFSC', () => {
		expect(BankForm.parse(bank)).toEqual({ ...bank, swiftCode: 'EXMPGB2L', ifsc: '' })
	})
	it.each([
		['accountHolder', 'Account holder is required'],
		['bankName', 'Bank name is required'],
		['branchAddress', 'Branch address is required'],
		['accountNumber', 'Account number is required'],
	])('need %s', (name, message) => {
		expect(messages(BankForm.safeParse({ ...bank, [name]: '  ' }))).toEqual([message])
		expect(messages(BankForm.safeParse({ ...bank, [name]: undefined }))).toEqual([message])
	})
	it.each(['EXMPGB2', 'EXMPGB2L1', '1XMPGB2L', 'EXMPGB2LXXXX'])('refuse %s as a SWIFT code', swiftCode => {
		expect(messages(BankForm.safeParse({ ...bank, swiftCode }))).toEqual([
			'Please enter a SWIFT code of 8 or 11 characters: six letters for the bank and its country, then letters or digits',
		])
	})
})

describe('an account number', () => {
	const problems = (accountNumber: string) => messages(BankForm.safeParse({ ...bank, accountNumber }))
	it.each([
		'00000000',
		'12-34-56 12345678',
		'ACC 0001',
		'GB29 NWBK 6016 1331 9268 19',
		'gb29nwbk60161331926819',
		'DE36000000000000000000',
		'NO1300000000000',
		'BR150000000000000000000000000',
	])('may be %s', accountNumber => {
		expect(problems(accountNumber)).toBeUndefined()
		expect(BankForm.parse({ ...bank, accountNumber }).accountNumber).toBe(accountNumber)
	})
	const WRONG = 'Please check the IBAN: a character of it is wrong, or two have changed places'
	it.each([
		['GB29NWBK60161331926818', WRONG],
		['GB29NWBK60161331926891', WRONG],
		['GB00EXMP00000000000000', WRONG],
		[
			'GB29 NWBK 6016 1331 9268 1',
			'Please check the IBAN: it has 21 characters, and one that begins with GB has 22',
		],
		['GB29-NWBK-6016-1331-9268-19', 'Please enter the IBAN with letters and digits only'],
		['XX29', 'Please check the IBAN: it has between 15 and 34 characters'],
	])('that reads like an IBAN is not %s', (accountNumber, message) => {
		expect(problems(accountNumber)).toEqual([message])
	})
	it('of the operator as shipped is accepted, with the SWIFT code', () => {
		expect(BankForm.safeParse(SETTINGS.bankDetails.parse(undefined)).success).toBe(true)
	})
})

describe('the settings of the checkout', () => {
	it.each(['5', '60', '1440'])('hold pixels for %s minutes', holdMinutes => {
		expect(CheckoutForm.parse({ holdMinutes, showCreatives: 'at-once' }).holdMinutes).toBe(
			Number(holdMinutes),
		)
	})
	it.each(['4', '1441', '10.5', 'soon', '', undefined])('do not hold them for %s', holdMinutes => {
		expect(messages(CheckoutForm.safeParse({ holdMinutes, showCreatives: 'at-once' }))).toContain(
			'Please enter a number of minutes between 5 and 1440',
		)
	})
	it('show images at once or after approval, nothing else', () => {
		expect(CheckoutForm.safeParse({ holdMinutes: '60', showCreatives: 'after-approval' }).success).toBe(true)
		expect(CheckoutForm.safeParse({ holdMinutes: '60', showCreatives: 'never' }).success).toBe(false)
	})
})
