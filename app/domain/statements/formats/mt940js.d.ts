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
	type Statement = { transactions: Transaction[]; openingBalance: number; closingBalance: number }
	const mt940js: { Parser: new () => { parse(data: string): Statement[] } }
	export default mt940js
}
