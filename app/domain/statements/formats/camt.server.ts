import { type FileContent, type Line, UnreadableStatement } from './entry'
import { buildLine, decimalPence, leadingDay } from './values'
import { findAll, findFirstText, findTexts, type Node, readXml } from './xml.server'

/**
 * Reads the booked entries of a CAMT.053 statement (ISO 20022) of any version. An entry of several payments becomes a
 * line for each. Its balances, if any, must agree with its entries.
 */
export function readCamt(text: string): FileContent[] {
	const root = readXml(text)
	const isReport = ['BkToCstmrAcctRpt', 'BkToCstmrDbtCdtNtfctn'].some(
		name => findAll(root, `Document/${name}`).length > 0,
	)
	if (isReport) {
		throw new UnreadableStatement(
			'This is not a statement of booked entries: CAMT.052 and CAMT.054 report single movements. Please export a CAMT.053.',
		)
	}
	let count = 0
	return findAll(root, 'Document/BkToCstmrStmt/Stmt').map(statement => ({
		lines: findAll(statement, 'Ntry').flatMap(entry => {
			count++
			return isBooked(entry) ? toLines(entry, `Entry ${count}`) : []
		}),
		balances: readBalances(statement),
	}))
}

function isBooked(entry: Node): boolean {
	const status = findFirstText(entry, 'Sts/Cd', 'Sts')
	return status === '' || status === 'BOOK'
}

function readBalances(statement: Node): FileContent['balances'] {
	const balances = new Map(
		findAll(statement, 'Bal')
			.map(node => [findFirstText(node, 'Tp/CdOrPrtry/Cd'), readSignedAmount(node)] as const)
			.toReversed(),
	)
	const [opening, closing] = [balances.get('OPBD') ?? balances.get('PRCD'), balances.get('CLBD')]
	return opening == null || closing == null ? undefined : { opening, closing }
}

function readSignedAmount(node: Node): number | null {
	const pence = readAmount(node, 'Amt')
	return pence === null || findFirstText(node, 'CdtDbtInd') === 'CRDT' ? pence : -pence
}

function toLines(entry: Node, at: string): Line[] {
	const details = findAll(entry, 'NtryDtls/TxDtls')
	const whole = readAmount(entry, 'Amt')
	const parts = details.map(detail => readAmount(detail, 'Amt', 'AmtDtls/TxAmt/Amt'))
	const isSum = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0) === whole
	if (details.length > 1 && isSum && parts.every(part => part !== null)) {
		return details.map((detail, index) => toLine(at, entry, [detail], parts[index] ?? null))
	}
	return [toLine(at, entry, details, whole)]
}

/* Without a sign: another element gives the direction. */
function readAmount(node: Node, ...paths: string[]): number | null {
	const amount = findFirstText(node, ...paths)
	return amount.startsWith('-') ? null : decimalPence(amount)
}

function toLine(at: string, entry: Node, details: Node[], pence: number | null): Line {
	const isCredit = findFirstText(entry, 'CdtDbtInd') === 'CRDT'
	const party = `RltdPties/${isCredit ? 'Dbtr' : 'Cdtr'}`
	return buildLine(at, {
		bookedOn: leadingDay(findFirstText(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')),
		pence: pence === null || isCredit ? pence : -pence,
		currency: findFirstText(entry, 'Amt/@Ccy'),
		counterparty: findFirstText(details, `${party}/Nm`, `${party}/Pty/Nm`),
		bankReference:
			findFirstText(details, 'Refs/AcctSvcrRef') || findFirstText(entry, 'AcctSvcrRef', 'NtryRef'),
		text: [
			...findTexts(details, 'RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/AddtlRmtInf'),
			...findTexts(details, 'Refs/EndToEndId').filter(id => id !== 'NOTPROVIDED'),
			...findTexts(details, 'AddtlTxInf'),
			...findTexts(entry, 'AddtlNtryInf'),
		].join(' · '),
	})
}
