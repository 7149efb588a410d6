import { type Format, UnreadableStatement } from './entry'

/* A file of 5 MB can hold millions of rows, elements or blanks that no statement of a thousand entries has: a tag of
   350,000 attributes takes 25 s to parse. They are therefore counted before parsing. */

/** Limits per format: occurrences of each character, and the length of a tag or a line. */
const TABLE = {
	max: { '\n': 40_000, ',': 100_000, ';': 100_000, '\t': 100_000, '|': 100_000 },
	long: /^.{20000}/m,
}
const MARKUP = { max: { '<': 200_000, '&': 50_000 }, long: /<[^>]{2000}/ }

/** @throws UnreadableStatement for a file with far more content than a statement of its format. */
export function assertParsable(text: string, format: Format): void {
	const { max, long } = format === 'camt' || format === 'ofx' ? MARKUP : TABLE
	const hasMore = ([sign, count]: [string, number]) => text.split(sign, count + 2).length > count + 1
	if (Object.entries(max).some(hasMore) || long.test(text)) {
		throw new UnreadableStatement(
			'There is far more in this file than in a bank statement. Please export fewer days.',
		)
	}
}
