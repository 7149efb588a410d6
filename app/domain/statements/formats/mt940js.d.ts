/* Types for the used part of mt940js, which has none of its own. */
declare module 'mt940js' {
	export type Transaction = {
		date: Date
		amount: number
		currency: string
		reference: string
		bankReference: string
		extraDetails: string
		details: string
		structuredDetails?: Record<string, string>
	}
	class Parser {
		parse(data: string): { transactions: Transaction[]; openingBalance: number; closingBalance: number }[]
	}
	const mt940js: { Parser: typeof Parser }
	export default mt940js
}
