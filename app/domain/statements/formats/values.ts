import { toOneLine } from '~/domain/text'
import { type Line, UnreadableStatement } from './entry'

/* Amounts and days as banks write them. */

const MAX_PENCE = 1_000_000_000_000_000
/* A lone point with three digits after it separates thousands in one country and decimals in another. */
const AMBIGUOUS = /^\D*\d{1,3}\.\d{3}[-)]*$/
const AMOUNT =
	/^(?<before>\(?[+-]?)(?<whole>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:[.,](?<decimals>\d*))?(?<after>-?)\)?$/

/**
 * Parses an amount as people write it to pence: '1,234.56', '1.234,56', '-5', '(5.00)', '£5.00-', '+5'. A last
 * separator with one or two digits after it begins the decimals; a comma with three separates thousands. Null for
 * anything else, for fractions of a penny, and for '100.000', which is a hundred in Britain and a hundred thousand
 * elsewhere.
 */
export function parsePence(text: string): number | null {
	const plain = text.replace(/[\s\u00a0\u202f'’£]|GBP/g, '').replace(/[−–]/g, '-')
	const parts = AMBIGUOUS.test(plain) ? undefined : AMOUNT.exec(plain)?.groups
	const { before = '', whole = '', decimals = '', after = '' } = parts ?? {}
	const pence = Number(whole.replace(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2))
	if (!parts || !/^\d{0,2}0*$/.test(decimals) || pence > MAX_PENCE) return null
	return /[(-]/.test(before + after) ? -pence + 0 : pence
}

/** Parses a machine-readable amount to pence: decimals after a point, no thousands separators. */
export function decimalPence(text: string): number | null {
	return /^[+-]?\d+(\.\d*)?$/.test(text) ? parsePence(text.replace(/(\.\d\d)0+$/, '$1')) : null
}

const YEAR_FIRST = /^(?<year>\d{4})[-/.]?(?<month>\d{2})[-/.]?(?<day>\d{2})/
const NAMED = /^(?<day>\d{1,2})[ -](?<month>[a-z]{3})[a-z]*\.?,?[ -](?<year>\d{4}|\d{2})(?!\d)/i
const DAY_FIRST = /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4}|\d{2})(?!\d)/
const MONTH_FIRST = /^(?<month>\d{1,2})[/.-](?<day>\d{1,2})[/.-](?<year>\d{4}|\d{2})(?!\d)/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses the day at the beginning of '2026-11-21T09:00:00', '2026/11/21' or '20261121120000'; null otherwise. */
export function leadingDay(text: string): string | null {
	return readDay(text, YEAR_FIRST)
}

/**
 * Creates a parser for the days of a column: '2026-11-21', '21/11/2026', '21.11.26', '21 Nov 2026'. Numbers are day,
 * month, year, as in Britain, unless a day of the column is impossible that way (11/21/2026) and none is impossible the
 * other way.
 */
export function dayReader(column: readonly string[]): (text: string) => string | null {
	const dates = column.map(text => DAY_FIRST.exec(text.trim())?.groups ?? {})
	const isAmerican =
		dates.some(({ month }) => Number(month) > 12) && !dates.some(({ day }) => Number(day) > 12)
	return text => readDay(text, isAmerican ? MONTH_FIRST : DAY_FIRST, YEAR_FIRST, NAMED)
}

/** Parses a valid day of this century to `2026-11-21`, or null. */
function readDay(text: string, ...patterns: RegExp[]): string | null {
	const found = patterns.map(pattern => pattern.exec(text.trim())?.groups).find(Boolean)
	if (!found) return null
	const { year = '', month = '', day } = found
	const place = (Number(month) || MONTHS.indexOf(month.toLowerCase()) + 1) - 1
	const at = new Date(Date.UTC(Number(year.padStart(4, '20')), place, Number(day)))
	const isReal = /^(20)?\d\d$/.test(year) && at.getUTCMonth() === place && at.getUTCDate() === Number(day)
	return isReal ? at.toISOString().slice(0, 10) : null
}

/**
 * Builds a line of a statement, with its texts on one line each.
 * @throws UnreadableStatement without a day or an amount.
 */
export function buildLine(
	at: string,
	{
		bookedOn,
		pence,
		...rest
	}: Omit<Line, 'bookedOn' | 'pence'> & { bookedOn: string | null; pence: number | null },
): Line {
	if (bookedOn === null) throw new UnreadableStatement(`${at} has no date that can be read.`)
	if (pence === null) throw new UnreadableStatement(`${at} has no amount that can be read.`)
	return {
		...rest,
		bookedOn,
		pence,
		currency: rest.currency.trim().toUpperCase(),
		text: shortenText(rest.text, 500),
		counterparty: shortenText(rest.counterparty),
		bankReference: shortenText(rest.bankReference),
	}
}

/** Shortens a text of a statement to one line of the stored length. */
export function shortenText(text: string, max = 140): string {
	return toOneLine(text).replace(/ {2,}/g, ' ').slice(0, max)
}

/** Several texts as one. */
export function joinTexts(...texts: readonly string[]): string {
	return texts.filter(Boolean).join(' · ')
}
