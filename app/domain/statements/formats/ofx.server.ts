import type { Line } from './entry'
import { buildLine, decimalPence, leadingDay, parsePence, shortenText } from './values'
import { findAll, findFirstText, findTexts, type Node, readXml } from './xml.server'

/** The transactions of an OFX file: version 2, which is XML, or version 1, whose fields have no end tags. */
export function readOfx(text: string): Line[] {
	const body = text.slice(text.search(/<OFX>/i))
	const root = readXml(isXml(text) ? body : closed(body))
	return findAll(root, 'OFX', 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS').flatMap(statement => {
		const transactions = findAll(statement, 'BANKTRANLIST', 'STMTTRN')
		const corrected = new Set(findTexts(transactions, 'CORRECTFITID'))
		const currency = findFirstText(statement, 'CURDEF')
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
	const id = findFirstText(transaction, 'FITID')
	const isCorrected = corrected.has(id) && findFirstText(transaction, 'CORRECTFITID') !== id
	return isCorrected || isDeletion(transaction)
}

function correctionOf(transaction: Node): Line['corrects'] {
	const bankReference = shortenText(findFirstText(transaction, 'CORRECTFITID'), 'bankReference')
	if (bankReference === '') return undefined
	return { bankReference, word: isDeletion(transaction) ? 'Deleted' : 'Replaced' }
}

function isDeletion(transaction: Node): boolean {
	return findFirstText(transaction, 'CORRECTACTION').toUpperCase() === 'DELETE'
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
	const name = findFirstText(transaction, 'NAME') || findFirstText(transaction, 'PAYEE', 'NAME')
	const amount = amountOf(findFirstText(transaction, 'TRNAMT'))
	const pence = isVoid ? (amount ?? 0) : amount
	const isDebit = DEBITS.test(findFirstText(transaction, 'TRNTYPE'))
	return buildLine(at, {
		bookedOn: leadingDay(findFirstText(transaction, 'DTPOSTED')),
		pence: pence !== null && isDebit ? -Math.abs(pence) : pence,
		currency: findFirstText(transaction, 'CURRENCY', 'CURSYM') || currency,
		payer: name,
		bankReference: findFirstText(transaction, 'FITID'),
		// Many banks write what was quoted into the name.
		text: [
			findFirstText(transaction, 'MEMO'),
			findFirstText(transaction, 'REFNUM'),
			findFirstText(transaction, 'CHECKNUM'),
			name,
		]
			.filter(Boolean)
			.join(' · '),
	})
}

/* Decimals may stand behind a comma here. */
function amountOf(text: string): number | null {
	return text.includes(',') ? parsePence(text) : decimalPence(text)
}
