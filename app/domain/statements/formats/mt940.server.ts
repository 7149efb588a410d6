import { type FileContent, type Line, UnreadableStatement } from './entry'
import { buildLine, decimalPence, joinTexts, leadingDay } from './values'

/* A field continues until the next one or the end of the statement. */
const TEXT = String.raw`(.*(?:\n(?!:\w{2,3}:|-$|-\}|-XXX|\{).*)*)`
const ENTRIES = new RegExp(String.raw`^:61:${TEXT}(?:\n:NS:.*)*(?:\n:86:${TEXT})?`, 'gm')
/* Some banks write blanks for a booking day they omit, and before the type. */
const ENTRY =
	/^(?<valued>\d{6}) *(?<booked>\d{4})? *(?<mark>R?[DC])[A-Z]? *(?<amount>[\d,]+) *[A-Z][A-Z\d]{3}(?<reference>[^\n]*?)(?:\/\/(?<bankReference>[^\n]*))?(?:\n(?<extra>.*))?$/s
/* Dutch banks and SWIFT name the parts of the details. */
const PART =
	/\/(?:TRTP|IBAN|BIC|NAME|REMI\/USTD|REMI\/STRD|REMI|EREF|ORDP|BENM|CNTP|PREF|CSID|MARF|PURP|ISDT|INST)\//

/** Reads the entries of an MT940 statement, with its balances. */
export function readMt940(text: string): FileContent[] {
	const [, ...statements] = text.split(/^:20:/m)
	return statements.map(statement => {
		const [opening, closing] = ['60', '62'].map(field => {
			const balance = new RegExp(`^:${field}[A-Z]?:([DC])\\d{6}([A-Z]{3})([\\d,]+)`, 'm')
			const [, mark, currency = '', amount = ''] = balance.exec(statement) ?? []
			return { currency, pence: readPence(amount, mark === 'D') }
		})
		if (opening?.pence == null || closing?.pence == null || opening.currency !== closing.currency) {
			throw new UnreadableStatement('The file is not complete. Please export an MT940, not an MT942.')
		}
		const lines = Array.from(statement.matchAll(ENTRIES), ([, entry = '', details = ''], index) =>
			toLine(`Entry ${index + 1}`, { entry, details, currency: opening.currency }),
		)
		return { lines, balances: { opening: opening.pence, closing: closing.pence } }
	})
}

function readPence(amount: string, isOut: boolean): number | null {
	const pence = decimalPence(amount.replace(',', '.'))
	return pence !== null && isOut ? -pence : pence
}

function toLine(at: string, raw: { entry: string; details: string; currency: string }): Line {
	const { valued = '', booked, mark, amount = '', ...rest } = ENTRY.exec(raw.entry)?.groups ?? {}
	const { reference = '', bankReference = '', extra = '' } = rest
	const { text, counterparty } = readDetails(raw.details)
	return buildLine(at, {
		bookedOn: bookingDay(valued, booked) ?? leadingDay(`20${valued}`),
		// A reversed credit goes out.
		pence: readPence(amount, mark === 'D' || mark === 'RC'),
		currency: raw.currency,
		counterparty,
		bankReference,
		text: joinTexts(text, reference.trim() === 'NONREF' ? '' : reference.trim(), extra),
	})
}

/** The booking day has no year; it is within months of the value date. */
function bookingDay(valued: string, booked = ''): string | null {
	const months = Number(booked.slice(0, 2)) - Number(valued.slice(2, 4))
	const year = Number(valued.slice(0, 2)) + (months > 6 ? -1 : months < -6 ? 1 : 0)
	return leadingDay(`${2000 + year}${booked}`)
}

/* Fields ?20 to ?29 and ?60 to ?63 hold the text, split anywhere; ?32 and ?33 the name (German banks). */
function readDetails(details: string): { text: string; counterparty: string } {
	const joined = details.replaceAll('\n', '').trim()
	const [, sign] = /^(?:\d{3})?([?>])\d\d/.exec(joined) ?? []
	if (sign) {
		const fields = joined.split(sign === '?' ? /\?(?=\d\d)/ : />(?=\d\d)/)
		const join = (code: RegExp) => fields.map(field => (code.test(field) ? field.slice(2) : '')).join('')
		return { text: join(/^(2\d|6[0-3])/) || join(/^00/), counterparty: join(/^3[23]/) }
	}
	if (!joined.startsWith('/') || !PART.test(joined)) return { text: details, counterparty: '' }
	const parts = joined.split(PART).map(part => part.replace(/^[\s/]+|[\s/]+$/g, ''))
	const named = ['/NAME/', '/ORDP/'].map(code => joined.split(code)[1]?.split(PART)[0])
	// ING: account, bank and name.
	const [, party = ''] = /\/CNTP\/[^/]*\/[^/]*\/([^/]*)/.exec(joined) ?? []
	const name = named.find(Boolean)
	const texts = parts.filter(part => part !== name?.trim())
	return { text: joinTexts(...texts), counterparty: name ?? party }
}
