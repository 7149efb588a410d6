import { type Format, UnreadableStatement } from './entry'

/* A file of 5 MB can hold millions of rows, elements or blanks that no statement of a thousand entries has, and whoever
   reads them keeps the whole process from answering: 25 s for one tag of 350,000 attributes. They are counted before
   anything is read. */

const MOST_LINES = 20_000
const LONGEST_LINE = 20_000
/** A row of titles and a thousand of entries, with more columns than any bank has. */
const MOST_SEPARATORS = 100_000
/** A start and an end for a hundred elements of each entry. */
const MOST_TAGS = 200_000
const LONGEST_TAG = 2_000
const MOST_ENTITIES = 50_000

/**
 * @throws UnreadableStatement for a file with more in it than a statement of its format, however it is cut. Linear, and
 * keeps nothing.
 */
export function assertParsable(text: string, format: Format): void {
	const isXml = format === 'camt' || format === 'ofx'
	if (isXml ? isHeavyMarkup(text) : isHeavyTable(text)) {
		throw new UnreadableStatement(
			'There is far more in this file than in a bank statement. Please export fewer days.',
		)
	}
}

function isHeavyMarkup(text: string): boolean {
	return (
		hasMore(text, '<', MOST_TAGS) ||
		hasMore(text, '&', MOST_ENTITIES) ||
		hasRunOf(text, LONGEST_TAG, '<', '>')
	)
}

function isHeavyTable(text: string): boolean {
	const unixLines = text.replaceAll('\r', '\n')
	return (
		hasMore(unixLines, '\n', 2 * MOST_LINES) ||
		[',', ';', '\t', '|'].some(separator => hasMore(text, separator, MOST_SEPARATORS)) ||
		unixLines.split('\n').some(line => line.length > LONGEST_LINE)
	)
}

function hasMore(text: string, sign: string, most: number): boolean {
	let found = 0
	for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
		found++
		if (found > most) return true
	}
	return false
}

/** Whether anything from `open` to the next `close` is longer than `most`. */
function hasRunOf(text: string, most: number, open: string, close: string): boolean {
	for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at + 1)) {
		const end = text.indexOf(close, at)
		if ((end === -1 ? text.length : end) - at > most) return true
		if (end === -1) return false
		at = end
	}
	return false
}
