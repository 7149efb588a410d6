import type { Line } from './entry'
import { decimalPence, leadingDay, lineOf, penceOf, shortened } from './values'
import { all, first, type Node, readXml, texts } from './xml.server'

/** The transactions of an OFX file: version 2, which is XML, or version 1, whose fields have no end tags. */
export function readOfx(text: string): Line[] {
	const body = text.slice(text.search(/<OFX>/i))
	const root = readXml(isXml(text) ? body : closed(body))
	return all(root, 'OFX', 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS').flatMap(statement => {
		const transactions = all(statement, 'BANKTRANLIST', 'STMTTRN')
		const corrected = new Set(texts(transactions, 'CORRECTFITID'))
		const currency = first(statement, 'CURDEF')
		return transactions.flatMap((one, index) => {
			const isVoid = isVoidAmong(one, corrected)
			const corrects = correctionOf(one)
			if (isVoid && !corrects) return []
			const line = toLine(`Transaction ${index + 1}`, one, { currency, isVoid })
			return [{ ...line, isVoid, ...(corrects ? { corrects } : {}) }]
		})
	})
}

/** A replacement may have the number of what it replaces. */
function isVoidAmong(transaction: Node, corrected: ReadonlySet<string>): boolean {
	const id = first(transaction, 'FITID')
	const isCorrected = corrected.has(id) && first(transaction, 'CORRECTFITID') !== id
	return isCorrected || isDeletion(transaction)
}

function correctionOf(transaction: Node): Line['corrects'] {
	const bankReference = shortened(first(transaction, 'CORRECTFITID'), 'bankReference')
	if (bankReference === '') return undefined
	return { bankReference, word: isDeletion(transaction) ? 'Deleted' : 'Replaced' }
}

function isDeletion(transaction: Node): boolean {
	return first(transaction, 'CORRECTACTION').toUpperCase() === 'DELETE'
}

function isXml(text: string): boolean {
	return /^\s*<\?xml|<\?OFX/i.test(text.slice(0, 500))
}

/**
 * Turns a version 1 file into XML: an element with text ends with its line, and an ampersand that starts no entity is a
 * plain one.
 */
function closed(sgml: string): string {
	return sgml
		.replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g, '&amp;')
		.replace(/<([\w.]+)>([^<\r\n]*[^<\s][^<\r\n]*)(?:<\/\1>)?/g, '<$1>$2</$1>')
		.replace(/<([\w.]+)>[ \t]*(?=\r?\n\s*<\/(?!\1>))/g, '<$1></$1>')
}

/* Some banks leave the sign out of what they call one of these. Of all others, which may come in, it alone decides. */
const DEBITS = /^(DEBIT|DIRECTDEBIT|FEE|SRVCHG)$/i

function toLine(
	at: string,
	transaction: Node,
	{ currency, isVoid }: { currency: string; isVoid: boolean },
): Line {
	const name = first(transaction, 'NAME') || first(transaction, 'PAYEE', 'NAME')
	const amount = amountOf(first(transaction, 'TRNAMT'))
	const pence = isVoid ? (amount ?? 0) : amount
	const isDebit = DEBITS.test(first(transaction, 'TRNTYPE'))
	return lineOf(at, {
		bookedOn: leadingDay(first(transaction, 'DTPOSTED')),
		pence: pence !== null && isDebit ? -Math.abs(pence) : pence,
		currency: first(transaction, 'CURRENCY', 'CURSYM') || currency,
		payer: name,
		bankReference: first(transaction, 'FITID'),
		// Many banks write what was quoted into the name.
		text: [first(transaction, 'MEMO'), first(transaction, 'REFNUM'), first(transaction, 'CHECKNUM'), name]
			.filter(Boolean)
			.join(' · '),
	})
}

/* Decimals may stand behind a comma here. */
function amountOf(text: string): number | null {
	return text.includes(',') ? penceOf(text) : decimalPence(text)
}
