/**
 * CSV tables (RFC 4180) that are safe to open in a spreadsheet. Text that it would run as a formula gets a leading
 * apostrophe, also after a character that separates columns in other countries: buyers choose names and transaction
 * IDs, and administrators open the file. Numbers are left as they are.
 */
export type CsvValue = string | number | null

/** Formats one row with its line break. */
export function csvRow(values: readonly CsvValue[]): string {
	return `${values.map(toCell).join(',')}\r\n`
}

/** Formats a table: titles, each with the value of its column. */
export async function* csvTable<Row>(
	batches: AsyncIterable<readonly Row[]>,
	columns: Readonly<Record<string, (row: Row) => CsvValue>>,
) {
	yield csvRow(Object.keys(columns))
	for await (const rows of batches) {
		yield rows.map(row => csvRow(Object.values(columns).map(column => column(row)))).join('')
	}
}

/** Reads batches of rows, each after the last row of the one before, until there are no more. */
export async function* readBatches<Row>(read: (after: Row | undefined) => Promise<Row[]>) {
	let last: Row | undefined
	do {
		const rows = await read(last)
		last = rows.at(-1)
		if (last) yield rows
	} while (last)
}

/** Formats a time in UTC ms as ISO 8601. */
export function csvTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

function toCell(value: CsvValue): string {
	if (value === null) return ''
	if (typeof value === 'number') return String(value)
	const harmless = (isFormula(value) ? `'${value}` : value).replace(BEHIND_SEPARATOR, "$&'")
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/* Spreadsheets in most of Europe separate columns at semicolons even inside quotes: the quotation mark is not at the
   start of their column. */
const BEHIND_SEPARATOR = /[;\t\r\n][\s\p{C}"]*(?=[=+\-@＝＋－＠|%])/gu

/* Some spreadsheets treat full-width signs as plain ones, and ignore white space before them. */
function isFormula(text: string): boolean {
	return /^[\s\p{C}]*[=+\-@＝＋－＠|%]/u.test(text) || /^[\t\r\n]/.test(text)
}
