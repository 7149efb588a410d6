/**
 * Tables as comma-separated values (RFC 4180) that a spreadsheet may open. Text that it would run as a formula gets an
 * apostrophe in front, also behind a sign that parts columns in other countries: buyers choose names and transaction
 * IDs, and administrators open the file. Numbers are left as they are. Pure.
 */
export type CsvValue = string | number | null

/** One row with its line break. */
export function csvRow(values: readonly CsvValue[]): string {
	return `${values.map(cell).join(',')}\r\n`
}

/** A table with its titles, each with what stands below it. */
export async function* csvTable<Row>(
	batches: AsyncIterable<readonly Row[]>,
	columns: Readonly<Record<string, (row: Row) => CsvValue>>,
) {
	yield csvRow(Object.keys(columns))
	for await (const rows of batches) {
		yield rows.map(row => csvRow(Object.values(columns).map(column => column(row)))).join('')
	}
}

/** Batches of rows, each read behind the last row of the one before, until there are no more. */
export async function* readBatches<Row>(read: (after: Row | undefined) => Promise<Row[]>) {
	let last: Row | undefined
	do {
		const rows = await read(last)
		last = rows.at(-1)
		if (last) yield rows
	} while (last)
}

/** A moment in UTC ms as ISO 8601. */
export function csvTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

function cell(value: CsvValue): string {
	if (value === null) return ''
	if (typeof value === 'number') return String(value)
	const harmless = (isFormula(value) ? `'${value}` : value).replace(BEHIND_SEPARATOR, "$&'")
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/* Spreadsheets of most of Europe part columns at semicolons, whatever is quoted: the quotation mark does not begin
   their column. */
const BEHIND_SEPARATOR = /[;\t\r\n][\s\p{C}"]*(?=[=+\-@＝＋－＠|%])/gu

/* Full-width signs count as plain ones in some spreadsheets; what stands before is white space to them. */
function isFormula(text: string): boolean {
	return /^[\s\p{C}]*[=+\-@＝＋－＠|%]/u.test(text) || /^[\t\r\n]/.test(text)
}
