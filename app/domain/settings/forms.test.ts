import { describe, expect, test } from 'vitest'
import { bankLines } from './bank-lines'
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
	test('are stored with the SWIFT code in capitals and without empty fields', () => {
		const empty = { sortCode: '', iban: '', ifsc: '' }
		expect(BankForm.parse(bank)).toEqual({ ...bank, swiftCode: 'EXMPGB2L', ...empty })
	})
	test.each(['123456', '12-34-56', '12 34 56'])('accept a sort code typed as %s', sortCode => {
		expect(BankForm.parse({ ...bank, sortCode }).sortCode).toBe('12-34-56')
	})
	test.each(['12345', '1234567', '12-34-5A'])('reject %s as a sort code', sortCode => {
		const refused = ['Please enter a sort code of six digits']
		expect(messages(BankForm.safeParse({ ...bank, sortCode }))).toEqual(refused)
	})
	test('accept only a valid IBAN', () => {
		expect(BankForm.parse({ ...bank, iban: 'IBAN GB69EXMP00000000000000' }).iban).toBe(
			'GB69EXMP00000000000000',
		)
		expect(messages(BankForm.safeParse({ ...bank, iban: 'GB68EXMP00000000000000' }))).toHaveLength(1)
		expect(messages(BankForm.safeParse({ ...bank, iban: '12345678' }))).toEqual([
			'Please enter an IBAN, which begins with the letters of a country',
		])
	})
	test('ignore empty rows', () => {
		const rows = bankLines(BankForm.parse(bank)).map(([name]) => name)
		expect(rows).not.toContain('IBAN')
		expect(rows).not.toContain('IFSC')
		expect(rows).toContain('SWIFT code')
	})
	test.each([
		['accountHolder', 'Account holder is required'],
		['bankName', 'Bank name is required'],
		['branchAddress', 'Branch address is required'],
		['accountNumber', 'Account number is required'],
	])('require %s', (name, message) => {
		expect(messages(BankForm.safeParse({ ...bank, [name]: '  ' }))).toEqual([message])
		expect(messages(BankForm.safeParse({ ...bank, [name]: undefined }))).toEqual([message])
	})
	test.each(['EXMPGB2', 'EXMPGB2L1', '1XMPGB2L', 'EXMPGB2LXXXX'])('reject %s as a SWIFT code', swiftCode => {
		expect(messages(BankForm.safeParse({ ...bank, swiftCode }))).toEqual([
			'Please enter a SWIFT code of 8 or 11 characters: six letters for the bank and its country, then letters or digits',
		])
	})
})

describe('an account number', () => {
	const problems = (accountNumber: string) => messages(BankForm.safeParse({ ...bank, accountNumber }))
	test.each([
		'00000000',
		'12-34-56 12345678',
		'ACC 0001',
		'No. 12345678',
		'A/C 12345678',
		'A/C No 12345678',
		'Account No. 12345678',
		'Account number 12345678',
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
	test.each([
		['GB29NWBK60161331926818', WRONG],
		['GB29NWBK60161331926891', WRONG],
		['GB00EXMP00000000000000', WRONG],
		[
			'GB29 NWBK 6016 1331 9268 1',
			'Please check the IBAN: it has 21 characters, and one that begins with GB has 22',
		],
		['GB29-NWBK-6016-1331-9268-19', 'Please enter the IBAN with letters and digits only'],
		['XX29', 'Please check the IBAN: it has between 15 and 34 characters'],
	])('must not look like an IBAN without being %s', (accountNumber, message) => {
		expect(problems(accountNumber)).toEqual([message])
	})
	test.each([
		'GB29NWBK6016\u200b1331926818',
		'\u200fGB29NWBK60161331926818',
		'G\u00adB29 NWBK 6016 1331 9268 18',
		'IBAN GB29 NWBK 6016 1331 9268 18',
		'iban: gb29nwbk60161331926818',
		'IBAN No. GB29 NWBK 6016 1331 9268 18',
		'A/C GB29 NWBK 6016 1331 9268 18',
		'A/C No: GB29NWBK60161331926818',
		'Account number GB29NWBK60161331926818',
		'No. GB29NWBK60161331926818',
		'IBAN: GB29NWBK60161331926818',
		'ＧＢ２９NWBK60161331926818',
	])('must not be an invalid IBAN after other text: %j', accountNumber => {
		expect(problems(accountNumber)).toEqual([WRONG])
	})
	test('is stored without invisible characters and without the word IBAN', () => {
		const typed = 'IBAN GB29\u00a0NWBK\u200b 6016 1331 9268 19\u2060'
		expect(BankForm.parse({ ...bank, accountNumber: typed }).accountNumber).toBe(
			'GB29 NWBK 6016 1331 9268 19',
		)
	})
	test('must use Latin letters', () => {
		expect(problems('ГБ29NWBK60161331926819')).toEqual(['Please use the letters A to Z, digits and spaces'])
	})
	test('as shipped is accepted together with the SWIFT code', () => {
		expect(BankForm.safeParse(SETTINGS.bankDetails.parse(undefined)).success).toBe(true)
	})
})

describe('the settings of the checkout', () => {
	const form = { holdMinutes: '60', maxCellsPerOrder: '100', showCreatives: 'at-once' }

	test.each(['5', '60', '1440', '10080'])('accept a hold of %s minutes', holdMinutes => {
		expect(CheckoutForm.parse({ ...form, holdMinutes }).holdMinutes).toBe(Number(holdMinutes))
	})
	test.each(['4', '10081', '10.5', 'soon', '', undefined])('reject a hold of %s', holdMinutes => {
		expect(messages(CheckoutForm.safeParse({ ...form, holdMinutes }))).toContain(
			'Please enter a number of minutes between 5 and 10,080',
		)
	})
	test.each(['1', '100', '1151'])('accept a limit of %s pixels per order', maxCellsPerOrder => {
		expect(CheckoutForm.parse({ ...form, maxCellsPerOrder }).maxCellsPerOrder).toBe(Number(maxCellsPerOrder))
	})
	test.each(['0', '1152', '2.5', 'all', '', undefined])('reject a limit of %s', maxCellsPerOrder => {
		expect(messages(CheckoutForm.safeParse({ ...form, maxCellsPerOrder }))).toContain(
			'Please enter a number of pixels between 1 and 1,151',
		)
	})
	test('show images either immediately or after approval', () => {
		expect(CheckoutForm.safeParse({ ...form, showCreatives: 'after-approval' }).success).toBe(true)
		expect(CheckoutForm.safeParse({ ...form, showCreatives: 'never' }).success).toBe(false)
	})
	test('default to a hold of one day, 100 pixels per order, and images after approval', () => {
		expect(SETTINGS.holdMinutes.parse(undefined)).toBe(24 * 60)
		expect(SETTINGS.maxCellsPerOrder.parse(undefined)).toBe(100)
		expect(SETTINGS.showCreatives.parse(undefined)).toBe('after-approval')
	})
})
