import type { FileContent, Line } from './entry'
import { buildLine, decimalPence, joinTexts, leadingDay, parsePence, shortenText } from './values'
import { findAll, findFirstText, findTexts, type Node, readXml } from './xml.server'

/** Reads the transactions of an OFX file: version 2, which is XML, or version 1, whose fields have no end tags. */
export function readOfx(text: string): FileContent[] {
	const isXml = /^\s*<\?xml|<\?OFX/i.test(text.slice(0, 500))
	const body = text.slice(text.search(/<OFX>/i))
	const root = readXml(isXml ? body : closeTags(body))
	const lines = findAll(root, 'OFX/BANKMSGSRSV1/STMTTRNRS/STMTRS').flatMap(statement => {
		const transactions = findAll(statement, 'BANKTRANLIST/STMTTRN')
		const corrected = new Set(findTexts(transactions, 'CORRECTFITID'))
		const currency = findFirstText(statement, 'CURDEF')
		return transactions.flatMap((transaction, index) =>
			toLines(`Transaction ${index + 1}`, transaction, { corrected, currency }),
		)
	})
	return [{ lines }]
}

/**
 * Converts a version 1 file to XML: an element with text ends with its line, and an ampersand that starts no entity is
 * literal.
 */
function closeTags(sgml: string): string {
	return sgml
		.replace(/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/g, '&amp;')
		.replace(/<([\w.]+)>([^<\n]*[^<\s][^<\n]*)(?:<\/\1>)?/g, '<$1>$2</$1>')
		.replace(/<([\w.]+)>[ \t]*(?=\n\s*<\/(?!\1>))/g, '<$1></$1>')
}

/* Some banks omit the sign for these types. For all others, which may be incoming, only the sign decides. */
const DEBITS = /^(DEBIT|DIRECTDEBIT|FEE|SRVCHG)$/i

/**
 * Reads the line of a transaction, without pence if it is void: it deletes another, or is itself replaced or deleted in
 * the same file. A replacement may have the number of the one it replaces.
 */
function toLines(
	at: string,
	transaction: Node,
	{ corrected, currency }: { corrected: ReadonlySet<string>; currency: string },
): Line[] {
	const field = (...paths: string[]) => findFirstText(transaction, ...paths)
	const [id, replaced] = [field('FITID'), field('CORRECTFITID')]
	const isDeletion = field('CORRECTACTION').toUpperCase() === 'DELETE'
	const isVoid = isDeletion || (corrected.has(id) && replaced !== id)
	const number = shortenText(replaced)
	if (isVoid && number === '') return []
	const name = field('NAME', 'PAYEE/NAME')
	const amount = field('TRNAMT')
	// The decimal separator may be a comma.
	const pence = amount.includes(',') ? parsePence(amount) : decimalPence(amount)
	const isDebit = pence !== null && DEBITS.test(field('TRNTYPE'))
	const line = buildLine(at, {
		bookedOn: leadingDay(field('DTPOSTED')),
		pence: isVoid ? 0 : isDebit ? -Math.abs(pence) : pence,
		currency: field('CURRENCY/CURSYM') || currency,
		counterparty: name,
		bankReference: id,
		// Many banks put the payer's reference into the name.
		text: joinTexts(field('MEMO'), field('REFNUM'), field('CHECKNUM'), name),
		corrects: number === '' ? undefined : { corrected: number, word: isDeletion ? 'Deleted' : 'Replaced' },
	})
	return [line]
}
