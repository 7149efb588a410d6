import { forcedLine } from '~/domain/text'
import { type Line, UnreadableStatement } from './entry'

/* Amounts and days as banks write them. */

const MOST_PENCE = 1_000_000_000_000_000

/**
 * Pence of an amount as people write it: '1,234.56', '1.234,56', '-5', '(5.00)', '£5.00-', '+5'. A last separator with
 * one or two figures after it begins the decimals; a comma with three is a group. Null for anything else, and for
 * '100.000', which is a hundred in Britain and a hundred thousand elsewhere.
 */
export function parsePence(text: string): number | null {
	const plain = text.replace(/[\s\u00a0\u202f'’£]|GBP/g, '').replace(/[−–]/g, '-')
	const match = /^(?<open>\()?(?<before>[+-])?(?<figures>\d[\d.,]*)(?<after>-)?\)?$/.exec(plain)
	const figures = match?.groups?.['figures']
	if (!figures || /^\d{1,3}\.\d{3}$/.test(figures)) return null
	const isNegative = Boolean(
		match.groups?.['open'] || match.groups?.['before'] === '-' || match.groups?.['after'],
	)
	const parts =
		/^(?<whole>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:[.,](?<decimals>\d*))?$/.exec(figures)
	if (!parts?.groups) return null
	const pence = penceFrom((parts.groups['whole'] ?? '').replace(/[.,]/g, ''), parts.groups['decimals'])
	return pence !== null && isNegative ? -pence + 0 : pence
}

/** Pence of an amount as formats for machines write it: its decimals behind a point, and no groups. */
export function decimalPence(text: string): number | null {
	const match = /^(?<sign>[+-]?)(?<whole>\d+)(?:\.(?<decimals>\d*))?$/.exec(text)
	const pence = match?.groups ? penceFrom(match.groups['whole'] ?? '', match.groups['decimals']) : null
	return pence !== null && match?.groups?.['sign'] === '-' ? -pence + 0 : pence
}

/** Null for more than there can be, and for parts of a penny. */
function penceFrom(whole: string, decimals = ''): number | null {
	if (!/^\d{0,2}0*$/.test(decimals)) return null
	const pence = Number(whole) * 100 + Number(decimals.padEnd(2, '0').slice(0, 2))
	return pence > MOST_PENCE ? null : pence
}

/** A day that exists, as `2026-11-21`, or null. */
export function isoDay(year: number, month: number, day: number): string | null {
	if (year < 2000 || year > 2099) return null
	const at = new Date(Date.UTC(year, month - 1, day))
	return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null
}

/** The day at the beginning of '2026-11-21T09:00:00', '2026/11/21' or '20261121120000', or null. */
export function leadingDay(text: string): string | null {
	const match = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/.exec(text.trim())
	return match ? isoDay(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

const LONGEST = { text: 500, payer: 140, bankReference: 140 }

/** A line of a statement, its texts on one line each. @throws UnreadableStatement without a day or an amount. */
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
	const short = (name: keyof typeof LONGEST) => shortenText(rest[name], name)
	return {
		bookedOn,
		pence,
		currency: rest.currency.trim().toUpperCase(),
		text: short('text'),
		payer: short('payer'),
		bankReference: short('bankReference'),
	}
}

/** A text of a statement on one line, no longer than it is kept. */
export function shortenText(text: string, name: keyof typeof LONGEST): string {
	return forcedLine(text).replace(/ {2,}/g, ' ').slice(0, LONGEST[name])
}
