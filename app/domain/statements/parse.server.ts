import { readCamt } from './camt.server'
import { readCsv } from './csv.server'
import {
	type Arrived,
	type Correction,
	type Format,
	type Line,
	NONE_CAME_IN,
	type Recall,
	UnreadableStatement,
} from './entry'
import { readMt940 } from './mt940.server'
import { readOfx } from './ofx.server'
import { withReturns } from './returns'
import { refuseOverweight } from './weight'

/** More entries than these are several statements. */
export const MAX_ENTRIES = 1_000

/**
 * What a statement says. `outgoing`, `foreign`: how many lines are left out because money went, or is not in pounds.
 * `reversals`: of those that went, how many the bank calls so. `recalls`, `corrections`: what may take payments back,
 * of this file or of earlier ones.
 */
export type Statement = {
	format: Format
	payments: Arrived[]
	outgoing: number
	foreign: number
	reversals: number
	recalls: Recall[]
	corrections: Correction[]
}

const READERS: Readonly<Record<Format, (text: string) => Line[]>> = {
	camt: readCamt,
	mt940: readMt940,
	ofx: readOfx,
	csv: readCsv,
}

/**
 * Reads a bank statement, whatever its format. @throws UnreadableStatement with a sentence that says why it is not
 * taken.
 */
export function readStatement(bytes: Uint8Array): Statement {
	const text = decode(bytes)
	const format = formatOf(text)
	refuseOverweight(text, format)
	const lines = READERS[format](text)
	if (lines.length === 0) throw new UnreadableStatement('There are no booked entries in this file.')
	if (lines.length > MAX_ENTRIES) {
		throw new UnreadableStatement(
			`This file has ${lines.length.toLocaleString('en-GB')} entries. Please import at most ${MAX_ENTRIES.toLocaleString('en-GB')} at once.`,
		)
	}
	const booked = lines.filter(line => !line.isVoid)
	const inPounds = booked.filter(isInPounds)
	const outgoing = inPounds.filter(({ pence }) => pence <= 0)
	const arrived = inPounds.filter(({ pence }) => pence > 0).map(paymentOf)
	const { payments, recalls } = withReturns(arrived, outgoing)
	const corrections = lines.filter(isInPounds).flatMap(correctionOf)
	if (payments.length + recalls.length + corrections.length === 0) throw new UnreadableStatement(NONE_CAME_IN)
	return {
		format,
		payments,
		outgoing: outgoing.length,
		foreign: booked.length - inPounds.length,
		reversals: outgoing.filter(({ isReversal }) => isReversal).length,
		recalls,
		corrections,
	}
}

function isInPounds({ currency }: Line): boolean {
	return currency === '' || currency === 'GBP'
}

function correctionOf({ bookedOn: on, pence, payer, text, bankReference, corrects }: Line): Correction[] {
	if (!corrects) return []
	const reference = `${corrects.word} by the bank: ${bankReference}`
	return [{ on, reference, corrected: corrects.bankReference, pence, payer, text }]
}

function paymentOf({ bookedOn, pence, payer, text, bankReference }: Line): Arrived {
	return { bookedOn, pence, payer, text, bankReference }
}

function formatOf(text: string): Format {
	const head = text.trimStart()
	if (/^OFXHEADER|<OFX>/i.test(head)) return 'ofx'
	if (head.startsWith('<')) return 'camt'
	return /^:20:/m.test(head) && /^:6[01][A-Z]?:/m.test(head) ? 'mt940' : 'csv'
}

/* Older exports are in the code page of Windows. */
function decode(bytes: Uint8Array): string {
	const [first, second] = bytes
	const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
	const text = isUtf16
		? new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
		: decodeBytes(bytes)
	if (text.includes('\0') || /^(%PDF|PK)/.test(text)) {
		throw new UnreadableStatement(
			'This is not a bank statement. Please choose a CAMT.053, MT940, OFX or CSV file.',
		)
	}
	return text
}

function decodeBytes(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1252').decode(bytes)
	}
}
