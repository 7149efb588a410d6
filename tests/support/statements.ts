import { referenceFrom } from '~/domain/orders/reference'

/* Bank statements of every format with the same contents. */

/** Returns the nth valid reference; those of one test file differ. */
export const nthReference = (nth: number) =>
	referenceFrom([0, 0, 0, 0, 0, 0, 0].with(nth % 7, (nth * 5) % 19).with((nth + 3) % 7, nth % 19))

type Line = { day: string; pence: number; text: string; payer?: string; id?: string }
/** `corrects`: the FITID of the transaction that this one replaces or deletes. */
type OfxLine = Line & { corrects?: string; action?: 'REPLACE' | 'DELETE' }

const pounds = (pence: number) => (Math.abs(pence) / 100).toFixed(2)

/** CAMT.053, version 8. */
export const camt = (lines: Line[], currency = 'GBP') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
${lines
	.map(
		({ day, pence, text, payer, id }) => `<Ntry><Amt Ccy="${currency}">${pounds(pence)}</Amt>
<CdtDbtInd>${pence < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
<AcctSvcrRef>${id ?? ''}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Pty><Nm>${payer ?? 'A PAYER'}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text.replaceAll('&', '&amp;')}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
	)
	.join('\n')}
</Stmt></BkToCstmrStmt></Document>`

/** MT940 with lines of at most 65 characters, as SWIFT requires. */
export const mt940 = (lines: Line[]) => {
	const short = (day: string) => day.slice(2).replaceAll('-', '')
	const amount = (pence: number) => pounds(pence).replace('.', ',')
	const sum = lines.reduce((total, line) => total + line.pence, 0)
	return [
		':20:STARTUMS',
		':25:GB00BANK00000012345678',
		':28C:00001/001',
		':13D:2611210900+0000',
		':60F:C261120GBP0,00',
		...lines.flatMap(({ day, pence, text, id }) => [
			`:61:${short(day)}${short(day).slice(2)}${pence < 0 ? 'D' : 'C'}${amount(pence)}NTRFNONREF//${id ?? ''}`,
			`:86:${text.match(/.{1,60}/g)?.join('\n') ?? ''}`,
		]),
		`:62F:${sum < 0 ? 'D' : 'C'}261121GBP${amount(sum)}`,
		'-',
	].join('\r\n')
}

/** OFX, version 1: fields without end tags. */
export const ofx = (lines: OfxLine[]) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>GBP<BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20251101<DTEND>20251130
${lines
	.map(
		({ day, pence, text, payer, id, corrects, action }) => `<STMTTRN>
<TRNTYPE>${pence < 0 ? 'DEBIT' : 'CREDIT'}
<DTPOSTED>${day.replaceAll('-', '')}120000[0:GMT]
<TRNAMT>${pence < 0 ? '-' : ''}${pounds(pence)}
<FITID>${id ?? '1'}${corrects ? `\n<CORRECTFITID>${corrects}\n<CORRECTACTION>${action ?? 'REPLACE'}` : ''}
<NAME>${payer ?? 'A PAYER'}
<MEMO>${text}
</STMTTRN>`,
	)
	.join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

/** CSV as a British bank exports it. */
export const csv = (lines: Line[]) =>
	[
		'Date,Description,Paid in,Paid out,Counterparty,Transaction ID',
		...lines.map(({ day, pence, text, payer, id }) => {
			const amount = pounds(pence)
			const date = day.split('-').toReversed().join('/')
			return `${date},"${text}",${pence < 0 ? `,${amount}` : `"${amount}",`},${payer ?? 'A PAYER'},${id ?? ''}`
		}),
	].join('\r\n')
