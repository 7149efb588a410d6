import type { SettingValue } from './schema'

/** Lists the operator's bank details for buyers, in the order in which banks ask for them; empty fields are omitted. */
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
