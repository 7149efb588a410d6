import { isUtf8 } from 'node:buffer'
import { formatDay, londonDay } from '~/domain/time'
import { readCamt } from './camt.server'
import type { Mapping } from './columns'
import { readCsv } from './csv.server'
import {
	type FileContent,
	type Format,
	type Line,
	NO_SUM,
	type Statement,
	UnreadableStatement,
} from './entry'
import { readMt940 } from './mt940.server'
import { readOfx } from './ofx.server'

/* A file with more entries should be split. */
const MAX_ENTRIES = 1_000

const READERS: Readonly<Record<Format, (text: string, mapping?: Mapping) => FileContent[]>> = {
	camt: readCamt,
	mt940: readMt940,
	ofx: readOfx,
	csv: readCsv,
}

/**
 * Reads a bank statement of any format. `today`: a day in London, after which nothing can be booked. `mapping`: the
 * columns of a CSV file that is not recognised.
 * @throws UnreadableStatement with a sentence that says why the file is refused.
 */
export function readStatement(
	bytes: Uint8Array,
	{ today = londonDay(Date.now()), mapping }: { today?: string; mapping?: Mapping | undefined } = {},
): Statement {
	const text = decode(bytes)
	const format = detectFormat(text)
	assertParsable(text, format)
	const parts = READERS[format](text, mapping)
	if (!parts.every(addsUp)) throw new UnreadableStatement(NO_SUM)
	const lines = parts.flatMap(part => part.lines)
	if (lines.length === 0) throw new UnreadableStatement('There are no booked entries in this file.')
	if (lines.length > MAX_ENTRIES) {
		throw new UnreadableStatement(
			`This file has ${lines.length.toLocaleString('en-GB')} entries. Please import at most ${MAX_ENTRIES.toLocaleString('en-GB')} at once.`,
		)
	}
	const late = lines.find(line => line.bookedOn > today)
	if (late)
		throw new UnreadableStatement(
			`An entry is booked on ${formatDay(late.bookedOn)}, which is in the future.`,
		)
	const booked = lines.filter(line => line.pence !== 0)
	const inPounds = booked.filter(isInPounds)
	const corrections = lines
		.filter(isInPounds)
		.flatMap(({ corrects, ...line }) => (corrects ? [{ ...line, ...corrects }] : []))
	if (inPounds.length + corrections.length === 0) {
		throw new UnreadableStatement('There is no payment in pounds in this file.')
	}
	const [opening, closing] = [parts[0]?.balances?.opening, parts.at(-1)?.balances?.closing]
	const balances = opening === undefined || closing === undefined ? null : { opening, closing }
	return {
		format,
		lines: inPounds,
		// A file may contain statements of several days or accounts.
		balances: balances && booked.every(isInPounds) && addsUp({ lines, balances }) ? balances : null,
		foreign: booked.length - inPounds.length,
		corrections,
	}
}

function addsUp({ lines, balances }: FileContent): boolean {
	return !balances || lines.reduce((sum, { pence }) => sum + pence, balances.opening) === balances.closing
}

function isInPounds({ currency }: Line): boolean {
	return currency === '' || currency === 'GBP'
}

function detectFormat(text: string): Format {
	const head = text.trimStart()
	if (/^OFXHEADER|<OFX>/i.test(head)) return 'ofx'
	if (head.startsWith('<')) return 'camt'
	return /^:20:/m.test(head) && /^:6[01][A-Z]?:/m.test(head) ? 'mt940' : 'csv'
}

/* Older exports use the Windows code page, and any line break. */
function decode(bytes: Uint8Array): string {
	const mark = bytes[0] === undefined ? 0 : bytes[0] * 256 + (bytes[1] ?? 0)
	const wide = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : undefined
	const text = new TextDecoder(wide ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')).decode(bytes)
	if (text.includes('\0') || /^(%PDF|PK)/.test(text)) {
		throw new UnreadableStatement(
			'This is not a bank statement. Please choose a CAMT.053, MT940, OFX or CSV file.',
		)
	}
	return text.replace(/\r\n?/g, '\n')
}

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
