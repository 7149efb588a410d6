import type { SettingValue } from './schema'

/** The operator's account as buyers read it, in the order in which banks ask; empty fields are left out. */
export function bankLines(bank: SettingValue<'bankDetails'>): [name: string, value: string][] {
	const lines: [string, string][] = [
		['Account holder', bank.accountHolder],
		['Bank name', bank.bankName],
		['Account number', bank.accountNumber],
		['Sort code', bank.sortCode],
		['IBAN', bank.iban],
		['SWIFT code', bank.swiftCode],
		['IFSC', bank.ifsc],
		['Branch address', bank.branchAddress],
	]
	return lines.filter(([, value]) => value !== '')
}
