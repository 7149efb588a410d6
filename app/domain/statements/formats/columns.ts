import { groupBy } from '~/domain/group-by'

/* Recognises the columns of a CSV statement by their titles. */

/* The first title in a list that the file has is used; for texts and currencies all of them. */
const TITLES = {
	date: titles(`
		booking date, posting date, post date, posted date, date posted, transaction date, date, entry date,
		completed date, date completed, value date, buchungstag, buchungsdatum, buchung, datum, valuta
	`),
	amount: titles('amount, transaction amount, value, betrag, umsatz'),
	in: titles('credit, credit amount, paid in, money in, credits, in, deposit, deposits, amount in, haben'),
	out: titles(
		'debit, debit amount, paid out, money out, debits, out, withdrawal, withdrawals, amount out, soll',
	),
	kind: titles(`
		credit debit, debit credit, dr cr, cr dr, credit debit indicator, debit credit indicator, direction,
		soll haben, plus minus
	`),
	payer: titles(`
		payer, payer name, counterparty, counter party, counterparty name, name, from, sender, remitter,
		debtor, beneficiary originator, zahlungspflichtiger, beguenstigter zahlungspflichtiger, auftraggeber,
		auftraggeber empfanger, begunstigter auftraggeber
	`),
	text: titles(`
		description, details, reference, payment reference, transaction description, transaction details,
		narrative, additional narrative, memo, particulars, remittance information, message, text, notes,
		notes and tags, customer reference, your reference, additional details, verwendungszweck, buchungstext
	`),
	bankReference: titles(`
		transaction id, bank reference, entry reference, transaction reference, fitid, id, transaction
		number, bankreferenz
	`),
	currency: titles(`
		currency, ccy, account currency, payment currency, transaction currency, currency code, waehrung,
		wahrung
	`),
	status: titles('status, state, transaction status, booking status, buchungsstatus'),
}

type Column = keyof typeof TITLES
/** The indexes of the columns in a row, from 0. `unknown`: columns with an unknown title. */
export type Columns = Record<Column | 'unknown', number[]>

const COLUMNS = Object.keys(TITLES) as Column[]

function titles(text: string): string[] {
	return text.split(',').map(title => title.trim().replace(/\s+/g, ' '))
}

/** The columns that an administrator can assign in a file which is not recognised. */
export const MAPPED = ['date', 'amount', 'in', 'out', 'text', 'payer', 'bankReference'] as const
/** The columns chosen for files with these titles. */
export type Mapping = {
	titles: string[]
	places: Partial<Record<(typeof MAPPED)[number], number | undefined>>
}

/** Guesses the columns of a file that is not recognised, as far as their titles are known. */
export function guessMapping(row: readonly string[]): Mapping['places'] {
	const found = knownColumns(row)
	return Object.fromEntries(MAPPED.map(column => [column, found[column][0]]))
}

/** Finds the columns of a CSV statement, or null for a row that is not the header. */
export function findColumns(row: readonly string[], mapping?: Mapping): Columns | null {
	const found = knownColumns(row)
	if (mapping?.titles.length === row.length && mapping.titles.every((title, place) => title === row[place])) {
		for (const column of MAPPED) found[column] = [mapping.places[column] ?? []].flat()
	}
	const hasAmount = found.amount.length + found.in.length > 0
	if (found.date.length === 0 || !hasAmount) return null
	const known = new Set(Object.values(found).flat())
	return { ...found, unknown: [...row.keys()].filter(place => !known.has(place)) }
}

function knownColumns(row: readonly string[]): Record<Column, number[]> {
	const titles = row.map(plainTitle)
	const findPlaces = (column: Column) =>
		TITLES[column].map(name => findPlace(name, titles, row)).filter(place => place !== -1)
	const found = Object.fromEntries(
		COLUMNS.map(column => [column, findPlaces(column).slice(0, column === 'currency' ? undefined : 1)]),
	) as Record<Column, number[]>
	// One text may be in several columns: 'Narrative #1' to 'Narrative #5'.
	const places = groupBy(titles.keys(), place => titles[place]?.replace(/ \d$/, ''))
	found.text = TITLES.text.flatMap(name => places.get(name) ?? [])
	return found
}

/** Of several columns with a title, the one whose title says that it is in pounds. */
function findPlace(name: string, titles: readonly string[], row: readonly string[]): number {
	const inPounds = titles.findIndex((title, place) => title === name && /\bgbp\b/i.test(row[place] ?? ''))
	return inPounds === -1 ? titles.indexOf(name) : inPounds
}

export const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** Returns the currency in brackets after a title, or an empty text. */
export function titleCurrency(title = ''): string {
	const [, code = ''] = /\(([A-Z]{3})\)$/.exec(title) ?? []
	return CURRENCIES.has(code) ? code : ''
}

/* Text in brackets after it names the currency or the time zone. */
function plainTitle(title: string): string {
	if (/^\+ *\/ *[-−–]$/.test(title.trim())) return 'plus minus'
	return title
		.replace(`(${titleCurrency(title)})`, '')
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()
		.replace(/ (gbp|utc|gmt|europe london)$/, '')
}
