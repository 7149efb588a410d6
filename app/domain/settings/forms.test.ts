import { describe, expect, it } from 'vitest'
import { BankForm, CheckoutForm } from './forms'

const bank = {
	accountHolder: 'Example Ltd',
	bankName: 'Example Bank',
	branchAddress: '1 Example Street',
	accountNumber: 'GB00EXMP00000000000000',
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
			'Please enter a SWIFT code of 8 or 11 characters',
		])
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
