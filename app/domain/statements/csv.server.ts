import { CsvError, parse } from 'csv-parse/sync'
import { type Columns, columnsOf } from './columns'
import { dayReader } from './days'
import { type Line, UnreadableStatement } from './entry'
import { lineOf, penceOf } from './values'

/* Banks put lines about the account above the titles of the columns. */
const LINES_BEFORE_TITLES = 30
const DELIMITERS = [',', ';', '\t', '|']
/* What banks call money that has not come, or not to stay. */
const NOT_BOOKED =
	/^(not |un)|pend|revert|revers|declin|refus|fail|cancel|reject|returned|schedul|vorgemerkt|offen/i

/**
 * The lines of a CSV statement, whose columns are recognised by their titles. Every amount and date has to be readable.
 */
export function readCsv(text: string): Line[] {
	for (const delimiter of DELIMITERS) {
		const rows = rowsOf(text, delimiter)
		const titles = rows.slice(0, LINES_BEFORE_TITLES).findIndex(row => columnsOf(row.cells) !== null)
		const columns = columnsOf(rows[titles]?.cells ?? [])
		if (columns) return linesOf(rows.slice(titles + 1), columns)
	}
	throw new UnreadableStatement(
		'The columns were not recognised. A CSV file needs a line of titles with a date and an amount, or money in and money out.',
	)
}

type Row = { cells: string[]; line: number }

function rowsOf(text: string, delimiter: string): Row[] {
	try {
		const rows = parse(text, {
			delimiter,
			info: true,
			relax_column_count: true,
			relax_quotes: true,
			skip_empty_lines: true,
			trim: true,
			max_record_size: 20_000,
		}) as unknown as { record: string[]; info: { lines: number } }[]
		return rows.map(({ record, info }) => ({ cells: record, line: info.lines }))
	} catch (error) {
		if (error instanceof CsvError) return []
		throw error
	}
}

function linesOf(rows: Row[], columns: Columns): Line[] {
	const at = (row: Row, column: number | undefined) => (column === undefined ? '' : (row.cells[column] ?? ''))
	const entries = rows.filter(
		row => at(row, columns.date) !== '' && !NOT_BOOKED.test(at(row, columns.status)),
	)
	const readDay = dayReader(entries.map(row => at(row, columns.date)))
	return entries.map(row =>
		lineOf(`Line ${row.line}`, {
			bookedOn: readDay(at(row, columns.date)),
			pence: amountOf(row, columns),
			currency: at(row, columns.currency),
			payer: at(row, columns.payer),
			bankReference: at(row, columns.bankReference),
			text: columns.text
				.map(column => at(row, column))
				.filter(Boolean)
				.join(' · '),
		}),
	)
}

function amountOf({ cells }: Row, columns: Columns): number | null {
	const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
	const amount = cell(columns.amount)
	if (amount !== '') {
		const pence = penceOf(amount)
		if (pence === null || columns.kind === undefined) return pence
		return /^(d|soll|out|s$)/i.test(cell(columns.kind)) ? -Math.abs(pence) : Math.abs(pence)
	}
	const [paidIn, paidOut] = [cell(columns.in), cell(columns.out)].map(one => (one === '' ? 0 : penceOf(one)))
	if (paidIn === undefined || paidIn === null || paidOut === undefined || paidOut === null) return null
	return cell(columns.in) === '' && cell(columns.out) === '' ? null : paidIn - Math.abs(paidOut)
}
