import mt940js, { type Transaction } from 'mt940js'
import { type FileContent, NO_SUM, UnreadableStatement } from './entry'
import { buildLine, joinTexts } from './values'

/* mt940js stops at unknown fields, and a SWIFT line has at most 65 characters. */
const KNOWN = /^:(20|21|25|28|60|61|62|64|65|86|NS)[A-Z]?:/
const LONGEST_LINE = 1_000

/** Reads the entries of an MT940 statement. Its balances must agree with its entries. */
export function readMt940(text: string): FileContent[] {
	const toPence = (pounds: number) => Math.round(pounds * 100)
	return statementsIn(text).map(({ transactions, openingBalance, closingBalance }) => ({
		balances: { opening: toPence(openingBalance), closing: toPence(closingBalance) },
		lines: transactions.map((transaction, index) => {
			const { date, amount, currency, reference, bankReference, extraDetails } = transaction
			const { text, counterparty } = getDetails(transaction)
			return buildLine(`Entry ${index + 1}`, {
				bookedOn: Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10),
				pence: toPence(amount),
				currency,
				counterparty,
				bankReference,
				text: joinTexts(text, reference === 'NONREF' ? '' : reference, extraDetails),
			})
		}),
	}))
}

function statementsIn(text: string) {
	const lines = text.split(/\r\n|\r|\n/)
	if (lines.some(line => line.length > LONGEST_LINE)) {
		throw new UnreadableStatement('The file has lines that are too long for MT940.')
	}
	try {
		return new mt940js.Parser().parse(withoutUnknown(lines).join('\n'))
	} catch (error) {
		const isSum = error instanceof Error && error.message.startsWith('Sum of lines')
		throw new UnreadableStatement(isSum ? NO_SUM : 'The file is damaged or not complete.')
	}
}

/* Some banks add lines of their own before and between statements. */
function withoutUnknown(lines: string[]): string[] {
	let isKnown = false
	return lines.filter(line => {
		if (/^:\w{2,3}:/.test(line)) isKnown = KNOWN.test(line)
		else if (/^(\{|-\})/.test(line)) isKnown = true
		else if (line === '-') isKnown = false
		return isKnown
	})
}

/* Fields ?20 to ?29 and ?60 to ?63 hold the text, split anywhere; ?32 and ?33 the name (German banks); other banks use
   named fields. */
function getDetails({ details, structuredDetails: fields }: Transaction) {
	if (!fields) return { text: details, counterparty: '' }
	const written = Object.entries(fields).filter(([code]) => /^(2\d|6[0-3])$/.test(code))
	if (written.length > 0) {
		const counterparty = `${fields['32'] ?? ''}${fields['33'] ?? ''}`
		return { text: written.map(([, value]) => value).join(''), counterparty }
	}
	const { ORDP = '', NAME = '', ...others } = fields
	return { text: Object.values(others).join(' · '), counterparty: NAME || ORDP }
}
