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
		'post date',
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
	amount: ['amount', 'transaction amount', 'value', 'betrag', 'umsatz'],
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
		'debit credit indicator',
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
		'additional narrative',
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
	currency: [
		'currency',
		'ccy',
		'account currency',
		'payment currency',
		'transaction currency',
		'currency code',
		'waehrung',
		'wahrung',
	],
	status: ['status', 'state', 'transaction status', 'booking status', 'buchungsstatus'],
}

/** Where the columns of a CSV statement are, or null for a row that is not its titles. */
export function columnsOf(row: readonly string[]): Columns | null {
	const titles = row.map(plainTitle)
	const found: Columns = { text: [] }
	for (const [column, names] of Object.entries(TITLES) as [Column, readonly string[]][]) {
		const places = names.map(name => titles.indexOf(name)).filter(place => place !== -1)
		if (column === 'text') found.text = [...places, ...numbered(titles, names)]
		else if (places[0] !== undefined) found[column] = places[0]
	}
	const hasAmount = found.amount !== undefined || found.in !== undefined
	if (found.date === undefined || !hasAmount) return null
	return found.text.length > 0 ? found : { ...found, text: unknownIn(titles, found) }
}

/** Where no title is one of a text that we know, what was written may be in any column that is nothing else. */
function unknownIn(titles: readonly string[], { text: _, ...known }: Columns): number[] {
	const places = new Set(Object.values(known))
	return [...titles.keys()].filter(place => !places.has(place))
}

/** 'Narrative #1' to 'Narrative #5': one text in several columns. */
function numbered(titles: readonly string[], names: readonly string[]): number[] {
	return titles.flatMap((title, place) => {
		const [, name] = /^(.+) \d$/.exec(title) ?? []
		return name !== undefined && names.includes(name) ? [place] : []
	})
}

/* What is in brackets behind it says which pounds or which clock. */
function plainTitle(title: string): string {
	return title
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()
		.replace(/ (gbp|utc|gmt|europe london)$/, '')
}
