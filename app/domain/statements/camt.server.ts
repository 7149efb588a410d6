import type { Line } from './entry'
import { decimalPence, leadingDay, lineOf } from './values'
import { all, first, type Node, readXml, texts } from './xml.server'

/**
 * The booked entries of a CAMT.053 statement (ISO 20022), whatever version. An entry of several payments gives a line
 * for each.
 */
export function readCamt(text: string): Line[] {
	return all(readXml(text), 'Document', 'BkToCstmrStmt', 'Stmt', 'Ntry').flatMap((entry, index) => {
		const status = first(entry, 'Sts', 'Cd') || first(entry, 'Sts')
		return status === '' || status === 'BOOK' ? linesOf(entry, `Entry ${index + 1}`) : []
	})
}

function linesOf(entry: Node, at: string): Line[] {
	const details = all(entry, 'NtryDtls', 'TxDtls')
	const whole = amountOf(entry)
	const parts = details.map(one => amountOf(one) ?? amountOf(one, 'AmtDtls', 'TxAmt'))
	const isSum = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) === whole
	if (details.length > 1 && isSum && parts.every(part => part !== null)) {
		return details.map((one, index) => toLine(at, entry, [one], parts[index] ?? null))
	}
	return [toLine(at, entry, details, whole)]
}

/* Without a sign: which way it went is said beside it. */
function amountOf(node: Node, ...path: string[]): number | null {
	const amount = first(node, ...path, 'Amt')
	return amount.startsWith('-') ? null : decimalPence(amount)
}

function toLine(at: string, entry: Node, details: Node[], pence: number | null): Line {
	const isCredit = first(entry, 'CdtDbtInd') === 'CRDT'
	const [currency = ''] = all(entry, 'Amt', '@Ccy')
	return lineOf(at, {
		bookedOn: dayOf(entry, 'BookgDt') ?? dayOf(entry, 'ValDt'),
		pence: pence === null || isCredit ? pence : -pence,
		isReversal: /^(true|1)$/.test(first(entry, 'RvslInd')),
		currency: typeof currency === 'string' ? currency : '',
		payer: first(details, 'RltdPties', 'Dbtr', 'Nm') || first(details, 'RltdPties', 'Dbtr', 'Pty', 'Nm'),
		bankReference:
			first(details, 'Refs', 'AcctSvcrRef') || first(entry, 'AcctSvcrRef') || first(entry, 'NtryRef'),
		text: [
			...texts(details, 'RmtInf', 'Ustrd'),
			...texts(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
			...texts(details, 'RmtInf', 'Strd', 'AddtlRmtInf'),
			...texts(details, 'Refs', 'EndToEndId').filter(id => id !== 'NOTPROVIDED'),
			...texts(details, 'AddtlTxInf'),
			...texts(entry, 'AddtlNtryInf'),
		].join(' · '),
	})
}

function dayOf(entry: Node, name: string): string | null {
	return leadingDay(first(entry, name, 'Dt') || first(entry, name, 'DtTm'))
}
