import { CsvError, parse } from 'csv-parse/sync'
import { findQuoted } from '../references'
import { type Columns, CURRENCIES, findColumns, type Mapping, titleCurrency } from './columns'
import { type FileContent, type Line, type UnknownFile, UnreadableStatement } from './entry'
import { buildLine, dayReader, joinTexts, parsePence } from './values'

/* Banks put lines about the account above the header. */
const LINES_BEFORE_TITLES = 30
const DELIMITERS = [',', ';', '\t', '|']
/* Words of banks for pending or reversed payments. */
const NOT_BOOKED =
	/^(not |un)|pend|revert|revers|declin|refus|fail|cancel|reject|returned|schedul|vorgemerkt|offen/i
const PENDING = /^((umsatz )?vorgemerkt|pending)$/i

const UNKNOWN_COLUMNS =
	'The columns were not recognised. A CSV file needs a header row with a date and an amount, or money in and money out.'
const ROWS_SHOWN = 5
const MAX_TITLES = 60
const LONGEST_TITLE = 100

/**
 * Reads the lines of a CSV statement, whose columns are recognised by their titles. Every amount and date must be
 * readable.
 */
export function readCsv(text: string, mapping?: Mapping): FileContent[] {
	let widest: UnknownFile = { titles: [], rows: [] }
	for (const delimiter of DELIMITERS) {
		const rows = readRows(text, delimiter)
		const first = rows.slice(0, LINES_BEFORE_TITLES).map(row => row.record)
		const titles = first.findIndex(cells => findColumns(cells, mapping) !== null)
		const columns = findColumns(first[titles] ?? [], mapping)
		if (columns) return [{ lines: toLines(rows.slice(titles), columns) }]
		for (const [place, cells] of first.entries()) {
			if (cells.length <= widest.titles.length) continue
			widest = { titles: cells, rows: first.slice(place + 1, place + 1 + ROWS_SHOWN) }
		}
	}
	const { titles } = widest
	const canBeMapped =
		titles.length > 1 && titles.length <= MAX_TITLES && titles.every(title => title.length <= LONGEST_TITLE)
	throw new UnreadableStatement(UNKNOWN_COLUMNS, canBeMapped ? widest : undefined)
}

/* As the library reads it, with the number of its last line. */
type Row = { record: string[]; info: { lines: number } }

function readRows(text: string, delimiter: string): Row[] {
	try {
		const rows = parse(text, {
			delimiter,
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
			trim: true,
			max_record_size: 20_000,
			info: true,
		}) as unknown as Row[]
		const record = rows[0]?.record ?? []
		const titles = record.map((_, place) => `Column ${place + 1}`)
		return isEntry(record) ? [{ record: titles, info: { lines: 0 } }, ...rows] : rows
	} catch (error) {
		if (error instanceof CsvError) return []
		throw error
	}
}

/** Tests for a first row that has a day and an amount: some banks write no titles. */
function isEntry(record: readonly string[]): boolean {
	const days = record.filter(cell => dayReader([cell])(cell) !== null)
	return days.length > 0 && record.some(cell => !days.includes(cell) && parsePence(cell) !== null)
}

/** Reads the text of some columns of a row. */
function joinColumns({ record }: Row, places: readonly number[]): string {
	return joinTexts(...places.map(place => record[place] ?? ''))
}

function toLines([titles, ...rows]: Row[], columns: Columns): Line[] {
	const entries = rows.filter(
		row => joinColumns(row, columns.date) !== '' && !isToCome(row, columns) && !isBalance(row, columns),
	)
	const kind = columns.kind.length > 0 ? columns.kind : kindIn(entries, columns)
	const texts = columns.text.length > 0 ? columns.text : writtenIn(entries, columns)
	const getCurrency = currencyReader(entries, columns, titles)
	const readDay = dayReader(entries.map(row => joinColumns(row, columns.date)))
	return entries.map(row =>
		buildLine(`Line ${row.info.lines}`, {
			bookedOn: readDay(joinColumns(row, columns.date)),
			pence: readAmount(row, { ...columns, kind }),
			currency: getCurrency(row),
			counterparty: joinColumns(row, columns.payer),
			bankReference: joinColumns(row, columns.bankReference),
			text: joinColumns(row, texts),
		}),
	)
}

const IN = /^(c(r|$)|h$|haben|in(coming|bound|$)|money in|deposit|\+)/i
const OUT = /^(d(r|e?b|$)|s$|soll|out|money out|withdraw|neutral|-)/i
const EITHER = /^(c|d|cr|dr|credit|debit|crdt|dbit|h|s|haben|soll|in|out|money in|money out|\+|-)$/i
const GONE = /^(d|dr|debit|dbit|soll|out|money out)$/i

/**
 * Finds a column of unknown title that tells the direction: for every row; or, if no amount has a sign, for outgoing
 * ones.
 */
function kindIn(rows: readonly Row[], { amount, unknown }: Columns): number[] {
	if (amount.length === 0) return []
	const getTexts = (place: number) => rows.map(row => joinColumns(row, [place]))
	const isKind = (texts: string[]) =>
		texts.every(text => EITHER.test(text)) && texts.some(text => text !== '-')
	const [ofAll] = unknown.filter(place => isKind(getTexts(place)))
	if (ofAll !== undefined) return [ofAll]
	if (rows.some(row => (parsePence(joinColumns(row, amount)) ?? 0) < 0)) return []
	return unknown.filter(place => getTexts(place).some(text => GONE.test(text))).slice(0, 1)
}

/** Without a known title for the text, it may be in any column without numbers and dates. */
function writtenIn(rows: readonly Row[], { unknown }: Columns): number[] {
	return unknown.filter(place => {
		const texts = rows.map(row => joinColumns(row, [place])).filter(Boolean)
		const readDay = dayReader(texts)
		const isNoText = (text: string) => readDay(text) !== null || parsePence(text) !== null
		return !texts.every(text => isNoText(text) && findQuoted(text).length === 0)
	})
}

/** Every currency in a column or in the title of an amount counts: one that is foreign is enough. */
function currencyReader(rows: readonly Row[], columns: Columns, titles?: Row): (row: Row) => string {
	const isCurrency = (text: string) => text === '' || CURRENCIES.has(text.toUpperCase())
	const inTitles = [...columns.amount, ...columns.in].map(place => titleCurrency(titles?.record[place]))
	const unknown = columns.unknown.filter(place => rows.every(row => isCurrency(joinColumns(row, [place]))))
	const places = columns.currency.length > 0 ? columns.currency : unknown
	return row => {
		const inRow = places.map(place => joinColumns(row, [place]).toUpperCase())
		const named = [...inTitles, ...inRow].filter(Boolean)
		return named.find(value => value !== 'GBP') ?? named[0] ?? ''
	}
}

function readAmount(row: Row, columns: Columns): number | null {
	const amount = amountIn(row, columns.amount)
	if (amount !== '') {
		const kind = joinColumns(row, columns.kind)
		const pence = parsePence(amount)
		// A negative credit is one that was taken back.
		if (pence === null || kind === '' || IN.test(kind)) return pence
		return OUT.test(kind) ? -Math.abs(pence) : null
	}
	const [textIn, textOut] = [amountIn(row, columns.in), amountIn(row, columns.out)]
	if (textIn === '' && textOut === '') return null
	const [paidIn, paidOut] = [parsePence(textIn || '0'), parsePence(textOut || '0')]
	return paidIn === null || paidOut === null ? null : paidIn - Math.abs(paidOut)
}

/* A dash means none. */
function amountIn(row: Row, places: readonly number[]): string {
	return joinColumns(row, places).replace(/^[-–—]$/, '')
}

/** Tests for a row that is not booked, whatever the title of the column that tells. */
function isToCome(row: Row, { status, payer, text }: Columns): boolean {
	const isOwnWord = (place: number) => payer.includes(place) || text.includes(place)
	return (
		NOT_BOOKED.test(joinColumns(row, status)) ||
		row.record.some((cell, place) => PENDING.test(cell) && !isOwnWord(place))
	)
}

/** Tests for a row that only gives the balance. */
function isBalance(row: Row, { date, amount, in: paidIn, out, text, unknown }: Columns): boolean {
	const hasAmount = [amount, paidIn, out].some(places => amountIn(row, places) !== '')
	const words = joinColumns(row, [...date, ...(text.length > 0 ? text : unknown)])
	return !hasAmount && /\b(balance|saldo|kontostand)/i.test(words)
}
