import type { Line } from './entry'
import { decimalPence, leadingDay, lineOf, penceOf } from './values'
import { all, first, type Node, readXml, texts } from './xml.server'

/** The transactions of an OFX file: version 2, which is XML, or version 1, whose fields have no end tags. */
export function readOfx(text: string): Line[] {
	const body = text.slice(text.search(/<OFX>/i))
	const root = readXml(isXml(text) ? body : closed(body))
	return all(root, 'OFX', 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS').flatMap(statement =>
		uncorrected(all(statement, 'BANKTRANLIST', 'STMTTRN')).map((transaction, index) =>
			toLine(`Transaction ${index + 1}`, transaction, first(statement, 'CURDEF')),
		),
	)
}

/** Without those that later ones replace, and without the notes that delete one. */
function uncorrected(transactions: Node[]): Node[] {
	const corrected = new Set(texts(transactions, 'CORRECTFITID'))
	return transactions.filter(
		one => !corrected.has(first(one, 'FITID')) && first(one, 'CORRECTACTION').toUpperCase() !== 'DELETE',
	)
}

function isXml(text: string): boolean {
	return /^\s*<\?xml|<\?OFX/i.test(text.slice(0, 500))
}

/** A version 1 file as XML: an element with text ends with its line, and what is no entity is a plain ampersand. */
function closed(sgml: string): string {
	return sgml
		.replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g, '&amp;')
		.replace(/<([\w.]+)>([^<\r\n]*[^<\s][^<\r\n]*)(?:<\/\1>)?/g, '<$1>$2</$1>')
		.replace(/<([\w.]+)>[ \t]*(?=\r?\n\s*<\/(?!\1>))/g, '<$1></$1>')
}

/* Some banks leave the sign out of what they call one of these. Of all others, which may come in, it alone decides. */
const DEBITS = /^(DEBIT|DIRECTDEBIT|FEE|SRVCHG)$/i

function toLine(at: string, transaction: Node, ofStatement: string): Line {
	const name = first(transaction, 'NAME') || first(transaction, 'PAYEE', 'NAME')
	const pence = amountOf(first(transaction, 'TRNAMT'))
	const isDebit = DEBITS.test(first(transaction, 'TRNTYPE'))
	return lineOf(at, {
		bookedOn: leadingDay(first(transaction, 'DTPOSTED')),
		pence: pence !== null && isDebit ? -Math.abs(pence) : pence,
		currency: first(transaction, 'CURRENCY', 'CURSYM') || ofStatement,
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
