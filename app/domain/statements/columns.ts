/* Which column of a CSV statement is which, by its title. */

export type Column =
	| 'date'
	| 'amount'
	| 'in'
	| 'out'
	| 'kind'
	| 'payer'
	| 'text'
	| 'bankReference'
	| 'currency'
	| 'status'
export type Columns = Partial<Record<Exclude<Column, 'text'>, number>> & { text: number[] }

/* The first title of a list that stands in the file is taken; of texts every one. */
const TITLES: Readonly<Record<Column, readonly string[]>> = {
	date: [
		'booking date',
		'posting date',
		'posted date',
		'date posted',
		'transaction date',
		'date',
		'entry date',
		'completed date',
		'date completed',
		'value date',
		'buchungstag',
		'buchungsdatum',
		'datum',
		'valuta',
	],
	amount: ['amount', 'amount gbp', 'transaction amount', 'value', 'betrag', 'betrag gbp', 'umsatz'],
	in: [
		'credit',
		'credit amount',
		'paid in',
		'money in',
		'credits',
		'in',
		'deposit',
		'deposits',
		'amount in',
		'haben',
	],
	out: [
		'debit',
		'debit amount',
		'paid out',
		'money out',
		'debits',
		'out',
		'withdrawal',
		'withdrawals',
		'amount out',
		'soll',
	],
	kind: [
		'credit debit',
		'debit credit',
		'dr cr',
		'cr dr',
		'credit debit indicator',
		'direction',
		'soll haben',
	],
	payer: [
		'payer',
		'payer name',
		'counterparty',
		'counter party',
		'counterparty name',
		'name',
		'from',
		'sender',
		'remitter',
		'debtor',
		'beneficiary originator',
		'zahlungspflichtiger',
		'beguenstigter zahlungspflichtiger',
		'auftraggeber',
	],
	text: [
		'description',
		'details',
		'reference',
		'payment reference',
		'transaction description',
		'transaction details',
		'narrative',
		'memo',
		'particulars',
		'remittance information',
		'message',
		'text',
		'notes',
		'notes and tags',
		'customer reference',
		'your reference',
		'additional details',
		'verwendungszweck',
		'buchungstext',
	],
	bankReference: [
		'transaction id',
		'bank reference',
		'entry reference',
		'transaction reference',
		'fitid',
		'id',
		'transaction number',
		'bankreferenz',
	],
	currency: ['currency', 'ccy', 'account currency', 'waehrung', 'wahrung'],
	status: ['status', 'state', 'transaction status', 'booking status', 'buchungsstatus'],
}

/** Where the columns of a CSV statement are, or null for a row that is not its titles. */
export function columnsOf(row: readonly string[]): Columns | null {
	const titles = row.map(plainTitle)
	const found: Columns = { text: [] }
	for (const [column, names] of Object.entries(TITLES) as [Column, readonly string[]][]) {
		const places = names.map(name => titles.indexOf(name)).filter(place => place !== -1)
		if (column === 'text') found.text = places
		else if (places[0] !== undefined) found[column] = places[0]
	}
	const hasAmount = found.amount !== undefined || found.in !== undefined
	return found.date !== undefined && hasAmount ? found : null
}

function plainTitle(title: string): string {
	return title
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()
}
