import { describe, expect, test } from 'vitest'
import { camt, csv, mt940, ofx } from '../../../../tests/support/statements'
import { readStatement } from './parse.server'

const LINES = [
	{ day: '2026-11-20', pence: 100_000_00, text: 'ORDER 3467 9CDF THANK YOU', payer: 'ADA EXAMPLE', id: 'B1' },
	{ day: '2026-11-21', pence: -12_34, text: 'ACCOUNT FEE', id: 'B2' },
	{ day: '2026-11-21', pence: 1_50, text: 'a & b', id: 'B3' },
]
/** Returns the incoming payments of a file and the number of outgoing ones. */
function read(text: string | Uint8Array) {
	const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
	const statement = readStatement(bytes, { today: '2026-11-30' })
	const payments = statement.lines.filter(({ pence }) => pence > 0)
	return { ...statement, payments, outgoing: statement.lines.length - payments.length }
}

describe('a statement', () => {
	test.each([
		['camt', camt(LINES)],
		['ofx', ofx(LINES)],
		['csv', csv(LINES)],
		['mt940', mt940(LINES)],
	] as const)('in %s yields the incoming payments', (format, text) => {
		const statement = read(text)
		expect(statement).toMatchObject({ format, outgoing: 1, foreign: 0 })
		const closing = 100_000_00 - 12_34 + 1_50
		expect(statement.balances).toEqual(format === 'mt940' ? { opening: 0, closing } : null)
		expect(statement.payments).toMatchObject([
			{ bookedOn: '2026-11-20', pence: 100_000_00, bankReference: 'B1' },
			{ bookedOn: '2026-11-21', pence: 1_50, bankReference: 'B3' },
		])
		expect(statement.payments[0]?.text).toContain('ORDER 3467 9CDF THANK YOU')
		expect(statement.payments[1]?.text).toContain('a & b')
		if (format !== 'mt940') expect(statement.payments[0]?.counterparty).toBe('ADA EXAMPLE')
	})

	test('yields the outgoing payments with their recipients', () => {
		for (const text of [camt(LINES), ofx(LINES), csv(LINES), mt940(LINES)]) {
			expect(read(text).lines[1]).toMatchObject({
				pence: -12_34,
				text: expect.stringContaining('ACCOUNT FEE'),
			})
		}
		const paid = camt(LINES).replace(
			/(DBIT.*?)<RltdPties><Dbtr><Pty><Nm>A PAYER<\/Nm><\/Pty><\/Dbtr>/s,
			'$1<RltdPties><Dbtr><Nm>US</Nm></Dbtr><Cdtr><Pty><Nm>A PAYEE</Nm></Pty></Cdtr>',
		)
		expect(read(paid).lines[1]?.counterparty).toBe('A PAYEE')
	})

	test('in another currency yields no payments', () => {
		expect(() => read(camt(LINES, 'EUR'))).toThrow('There is no payment in pounds in this file.')
	})

	test.each([
		['with nothing in it', camt([]), 'There are no booked entries in this file.'],
		['with a document type', camt(LINES).replace('<Document', '<!DOCTYPE a><Document'), /DOCTYPE/],
		['with a document type in OFX', ofx(LINES).replace('<OFX>', '<OFX><!DOCTYPE a>'), /DOCTYPE/],
		['that was cut off', camt(LINES).slice(0, 900), /damaged or not complete/],
		['whose MT940 does not add up', mt940(LINES).replace('C100000,00', 'C100001,00'), /do not add up/],
		['that is a CAMT.052', camt(LINES).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), /of booked entries/],
		[
			'that is a CAMT.054',
			camt(LINES).replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'),
			/not a statement of booked entries/,
		],
		['of other XML', '<html><body>Hello</body></html>', /no booked entries/],
		['without titles', '2026-11-20,5.00,Hello', /columns were not recognised/],
		['that is a PDF', '%PDF-1.7 date,amount', /not a bank statement/],
		['with an unreadable amount', 'Date,Amount\n2026-11-20,5.00\n2026-11-21,lots', 'Line 3 has no amount'],
		['with an unreadable date', 'Date,Amount\n31/02/2026,5.00', 'Line 2 has no date'],
		[
			'with a day that is still to come',
			csv([{ day: '2026-12-01', pence: 5, text: 'x' }]),
			/1 December 2026, which is in the future/,
		],
		['with too much in it', `Date,Amount\n${'2026-11-20,1\n'.repeat(1_001)}`, /at most 1,000 at once/],
		['of a hundred thousand rows', `Date,Amount\n${'x\n'.repeat(100_000)}`, /far more in this file/],
		['with a row of blanks without end', ' '.repeat(100_000), /far more in this file/],
		[
			'with columns without end',
			`Date,Amount\n${`${',1'.repeat(9_000)}\n`.repeat(20)}`,
			/far more in this file/,
		],
		[
			'with elements without end',
			`<Document>${'<Ntry/>'.repeat(200_001)}</Document>`,
			/far more in this file/,
		],
		['with a tag without end', `<Document ${'a="1" '.repeat(1_000)}/>`, /far more in this file/],
		['with entities without end', `<Document>${'&amp;'.repeat(50_001)}</Document>`, /far more in this file/],
		[
			'with elements in one another',
			`${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`,
			/damaged or not complete/,
		],
		[
			'with a name out of JavaScript',
			'<Document><__proto__>1</__proto__></Document>',
			/damaged or not complete/,
		],
	])('%s is rejected', (_, text, message) => {
		expect(() => read(text)).toThrow(message)
	})

	test('yields a line for each payment within a CAMT entry', () => {
		const batch = camt([{ day: '2026-11-20', pence: 300, text: 'x' }]).replace(
			/<TxDtls>.*<\/TxDtls>/s,
			['1.00', '2.00']
				.map(
					amount =>
						`<TxDtls><Amt Ccy="GBP">${amount}</Amt><RmtInf><Ustrd>part ${amount}</Ustrd></RmtInf></TxDtls>`,
				)
				.join(''),
		)
		expect(read(batch).payments).toMatchObject([
			{ pence: 100, text: 'part 1.00' },
			{ pence: 200, text: 'part 2.00' },
		])
	})

	test.each([
		['that add up', 1_000_00, 1_000_00 + 100_000_00 - 12_34 + 1_50, true],
		['that are a penny off', 1_000_00, 1_000_00 + 100_000_00 - 12_34 + 1_51, false],
		['without an opening one', null, 5, true],
		['that end below nothing', -200_000_00, -100_000_00 - 12_34 + 1_50, true],
	])('in CAMT may have balances %s', (_, opening, closing, isTaken) => {
		const balance = (code: string, pence: number | null) =>
			pence === null
				? ''
				: `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="GBP">${(Math.abs(pence) / 100).toFixed(2)}</Amt>
					<CdtDbtInd>${pence < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`
		const text = camt(LINES).replace('<Ntry>', `${balance('OPBD', opening)}${balance('CLBD', closing)}<Ntry>`)
		if (isTaken) {
			const balances = opening === null ? null : { opening, closing }
			expect(read(text)).toMatchObject({ lines: [{}, {}, {}], balances })
		} else expect(() => read(text)).toThrow('do not add up to the balances')
	})

	test('in MT940 over two days has the opening and closing balance, over two accounts none', () => {
		const [first, second] = [mt940(LINES), mt940([{ day: '2026-11-22', pence: 5_00, text: 'next' }])]
		const [closing, after] = [99_989_16, 99_994_16]
		const next = second
			.replace('GBP0,00', `GBP${closing / 100}`.replace('.', ','))
			.replace('261121GBP5,00', `261122GBP${after / 100}`.replace('.', ','))
		expect(read(`${first}\r\n${next}`).balances).toEqual({ opening: 0, closing: after })
		expect(read(`${first}\r\n${second}`).balances).toBeNull()
	})

	test('skips CAMT entries that are not booked', () => {
		const text = camt(LINES).replace('<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>')
		expect(read(text).payments).toMatchObject([{ pence: 150 }])
	})

	test('skips CSV lines that are not booked', () => {
		const text = 'Date,Amount,State\n2026-11-20,5,PENDING\n2026-11-20,6,Reverted\n2026-11-20,7,COMPLETED'
		expect(read(text).payments).toMatchObject([{ pence: 700 }])
	})

	test('decodes numeric entities for letters and line breaks', () => {
		const [line] = LINES
		const text = camt(line ? [line] : []).replace('ORDER 3467 9CDF', 'Z&#xF6; 3467&#10;9CDF')
		expect(read(text).payments).toMatchObject([{ text: 'Zö 3467 9CDF THANK YOU' }])
	})

	test.each([
		['100,000', 100_000_00],
		['1,000', 1_000_00],
		['1,234,567.5', 1_234_567_50],
		['1.234.567,50', 1_234_567_50],
		['100000.000', 100_000_00],
		['100.000', null],
		['1.234', null],
		['1.2345', null],
	])('reads %s in CSV by the conventions of the bank’s country', (amount, pence) => {
		const one = () => read(`Date;Amount\n2026-11-20;${amount}`)
		if (pence === null) expect(one).toThrow('Line 2 has no amount')
		else expect(one().payments).toMatchObject([{ pence }])
	})

	test.each([
		['100.000', 100_00],
		['100.00500', null],
		['100.001', null],
		['1e5', null],
		['-100.00', null],
	])('accepts %s in CAMT with a decimal point only', (amount, pence) => {
		const one = () => read(camt([{ day: '2026-11-20', pence: 777, text: 'x' }]).replace('7.77', amount))
		if (pence === null) expect(one).toThrow('Entry 1 has no amount')
		else expect(one().payments).toMatchObject([{ pence }])
	})

	test.each([
		['100.000', 100_00],
		['1234,50', 1_234_50],
		['1,234.50', 1_234_50],
		['100.001', null],
	])('reads the decimals of %s in OFX with any sign', (amount, pence) => {
		const one = () => read(ofx([{ day: '2026-11-20', pence: 777, text: 'x' }]).replace('7.77', amount))
		if (pence === null) expect(one).toThrow('Transaction 1 has no amount')
		else expect(one().payments).toMatchObject([{ pence }])
	})

	test('reads the structured details of MT940, however they are wrapped', () => {
		const text = mt940([
			{ day: '2026-11-20', pence: 100, text: '166?00CREDIT?20ORDER 3467?219CDF?32ADA EXA?33MPLE' },
		])
		expect(read(text).payments).toMatchObject([{ text: 'ORDER 34679CDF', counterparty: 'ADA EXAMPLE' }])
	})

	test('reads OFX version 2, which is XML', () => {
		const xml = `<?xml version="1.0"?><?OFX VERSION="200"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>GBP</CURDEF><BANKTRANLIST>
			<STMTTRN><DTPOSTED>20261120</DTPOSTED><TRNAMT>5.00</TRNAMT><FITID>9</FITID><NAME>A &amp; B</NAME></STMTTRN>
			</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
		expect(read(xml).payments).toMatchObject([{ pence: 500, counterparty: 'A & B', bankReference: '9' }])
	})

	test.each([
		[
			'amounts with signs, semicolons',
			'Buchungstag;Betrag;Verwendungszweck\n20.11.2026;1.234,50;Hallo',
			123_450,
		],
		[
			'lines about the account first',
			'Account,12345678\n\nDate,Amount,Details\n20 Nov 2026,"£1,234.50",x',
			123_450,
		],
		['American dates', 'Date,Amount\n11/20/2026,5\n11/09/2026,-5', 500],
		['a column of credit or debit', 'Date,Amount,Credit/Debit\n2026-11-20,5,CR\n2026-11-20,6,DR', 500],
		[
			'a row that says what is on the account',
			'Date,Details,In,Out\n2026-11-20,Opening balance,,\n2026-11-20,x,5,-',
			500,
		],
		['days with the year first', 'Date,Amount\n2026/11/20,5', 500],
		[
			'which pounds and which clock in its titles',
			'Date completed (UTC),Money in (GBP)\n2026-11-20 09:00,5',
			500,
		],
		['brackets for money out', 'Date\tAmount\n2026-11-20\t5.00\n2026-11-20\t(6.00)', 500],
	])('in CSV may have %s', (_, text, pence) => {
		expect(read(text).payments).toMatchObject([{ bookedOn: '2026-11-20', pence }])
	})

	test.each([
		['a credit of less than nothing', 'Date,Amount,Credit/Debit\n2026-11-20,5,CR\n2026-11-20,-6,CR'],
		['another title over what says so', 'Date,Type,Amount\n2026-11-20,Credit,5\n2026-11-20,Debit,6'],
		['words of the bank', 'Date,Amount,Direction\n2026-11-20,5,Deposit\n2026-11-20,6,Withdrawal'],
		['signs in a column of their own', 'Date;Betrag;+/-\n2026-11-20;5,00;+\n2026-11-20;6,00;-'],
		['a minus in the column of what came in', 'Date,Credit,Debit\n2026-11-20,5,\n2026-11-20,-6,'],
		['the old German letters', 'Buchungstag;Betrag;Soll/Haben\n20.11.2026;5,00;H\n20.11.2026;6,00;S'],
	])('in CSV may mark outgoing payments by %s', (_, text) => {
		expect(read(text)).toMatchObject({ payments: [{ pence: 500 }], outgoing: 1 })
	})

	test('in CSV needs a direction for every amount if it has one for any', () => {
		expect(() => read('Date,Amount,Direction\n2026-11-20,5,IN\n2026-11-20,6,WHO KNOWS')).toThrow(
			'Line 3 has no amount',
		)
	})

	test.each(['Currency', 'Payment currency', 'Account currency', 'Currency code', 'Devise'])(
		'in CSV skips other currencies under any column title: %s',
		title => {
			const text = `Date,Amount,${title}\n2026-11-20,5,GBP\n2026-11-20,900000,EUR\n2026-11-20,6,gbp`
			expect(read(text)).toMatchObject({ payments: [{ pence: 500 }, { pence: 600 }], foreign: 1 })
		},
	)

	test('skips pending CSV lines under any column title', () => {
		const text =
			'Buchungstag;Verwendungszweck;Betrag;Info\n20.11.26;a;5,00;gebucht\n20.11.26;b;6,00;Umsatz vorgemerkt'
		expect(read(text).payments).toMatchObject([{ text: 'a', pence: 500 }])
	})

	test('keeps a CSV line whose description is "pending"', () => {
		const text = 'Date,Description,Amount,Notes\n20/11/2026,a,5.00,Pending'
		expect(read(text).payments).toMatchObject([{ pence: 500 }])
	})

	test('skips pending CSV lines when no title of a text column is known', () => {
		const text = 'Datum;Betrag;Zweck;Vermerk\n20.11.2026;5,00;a;\n20.11.2026;6,00;b;Umsatz vorgemerkt'
		expect(read(text).payments).toMatchObject([{ text: 'a', pence: 500 }])
	})

	test.each([
		['a column of dashes', 'Date,Description,Amount,Notes\n2026-11-20,x,5,-'],
		['a column of dashes without a title that we know', 'Date,Amount,Zweck,Bem\n2026-11-20,5,x,-'],
		['a text of one letter', 'Date,Description,Amount\n2026-11-20,D,5'],
		['a payer of one letter', 'Date,Name,Amount,Description\n2026-11-20,S,5,x'],
	])('in CSV does not take %s as a direction', (_, text) => {
		expect(read(text)).toMatchObject({ payments: [{ pence: 500 }], outgoing: 0 })
	})

	test.each([
		['a blank in their column', 'Date,Details,Amount,Devise\n2026-11-20,x,6,EUR\n2026-11-21,Fee,-1,'],
		['a row that is shorter', 'Date,Details,Amount,Devise\n2026-11-21,Fee,-1\n2026-11-20,x,6,EUR'],
		[
			'two columns that we know',
			'Date,Details,Amount,Transaction Currency,Account Currency\n2026-11-20,x,6,EUR,GBP',
		],
	])('in CSV skips other currencies despite %s', (_, text) => {
		expect(read(`${text}\n2026-11-20,y,5,${'GBP,'.repeat(3)}`)).toMatchObject({ foreign: 1 })
	})

	test('in CSV reads the amount in pounds where there are two', () => {
		const text = 'Date,Details,Amount,Amount (GBP)\n2026-11-20,x,9,5'
		expect(read(text).payments).toMatchObject([{ pence: 500 }])
	})

	test('in CSV does not read an unsigned debit column as income', () => {
		const text = 'Date,Details,Amount,Movement\n2026-11-20,x,6,Debit\n2026-11-20,y,5,Credit'
		const odd = `${text}\n2026-11-20,z,1,Interest`
		expect(() => read(odd)).toThrow('Line 4 has no amount')
		const signed = odd.replace('x,6', 'x,-6')
		expect(read(signed)).toMatchObject({ payments: [{ pence: 500 }, { pence: 100 }], outgoing: 1 })
	})

	test('in CSV does not include figures and days in the description when no title of a text column is known', () => {
		const text = 'Datum;Betrag;Zweck;Stand;Abruf;Leer\n20.11.2026;5,00;a;1.005,00;22.11.2026;'
		expect(read(text).payments).toMatchObject([{ text: 'a' }])
	})

	test('in CSV reads the description when none of its titles is known', () => {
		const text = 'Date;Libellé;Débit;Crédit\n20/11/2026;ADA 3467 9CDF;;900 000,00'
		expect(read(text).payments).toMatchObject([{ text: 'ADA 3467 9CDF', pence: 900_000_00 }])
	})

	test('joins a reference that is split over several columns', () => {
		const text =
			'Date,Narrative #1,Narrative #2,Narrative #3,Type,Debit,Credit\n20/11/2026,ADA 3467,9CDF,,BAC,,5.00'
		expect(read(text).payments).toMatchObject([{ text: 'ADA 3467 · 9CDF', pence: 500 }])
	})

	test('in MT940 may have lines of the bank before and between', () => {
		const one = mt940(LINES)
		const text = ['ABNANL2A', '940', 'ABNANL2A', one, 'ABNANL2A', '940', 'ABNANL2A', one].join('\r\n')
		expect(read(text).payments).toHaveLength(4)
	})

	test('in MT940 books reversed entries in the direction of their money', () => {
		const lines = [
			LINES[0],
			{ day: '2026-11-20', pence: -100_00, text: 'x' },
			{ day: '2026-11-20', pence: 7, text: 'y' },
		]
		const text = mt940(lines.flatMap(line => line ?? []))
			.replace('D100,00N', 'RC100,00N')
			.replace('C0,07N', 'RD0,07N')
		expect(read(text)).toMatchObject({
			payments: [{ pence: 100_000_00 }, { pence: 7 }],
			outgoing: 1,
		})
	})

	test('in MT940 is booked on the booking day, not on a value date that is still to come', () => {
		const on = (day: string, text: string) => read(text).payments.map(({ bookedOn }) => bookedOn === day)
		const one = mt940([{ day: '2026-11-20', pence: 100, text: 'x' }])
		expect(on('2026-11-20', one.replace(':61:261120', ':61:261202'))).toEqual([true])
		expect(on('2025-12-31', one.replace(':61:2611201120', ':61:2601021231'))).toEqual([true])
		expect(on('2026-01-02', one.replace(':61:2611201120', ':61:2512310102'))).toEqual([true])
		// German banks count interest to 30 February.
		expect(on('2026-03-02', one.replace(':61:2611201120', ':61:2602300302'))).toEqual([true])
		expect(on('2026-11-20', one.replace(':61:2611201120', ':61:261120    '))).toEqual([true])
	})

	test('in MT940 loses no part of a reference, wherever it is and however it is separated', () => {
		const full = `/REMI/${'X'.repeat(380)}ORDER 3467 9CDF`
		const lines = ['/REMI/ORDER 3467/9CDF/EREF/NOTPROVIDED', full, '166?20WHY?NOT?213467?219CDF'].map(
			text => ({
				day: '2026-11-20',
				pence: 100,
				text,
			}),
		)
		const texts = read(mt940(lines)).payments.map(({ text }) => text)
		expect(texts).toEqual([
			'ORDER 3467/9CDF · NOTPROVIDED',
			expect.stringMatching(/XORDER 3467 9CDF$/),
			'WHY?NOT34679CDF',
		])
		const entry = mt940([{ day: '2026-11-20', pence: 100, text: 'x', id: 'B1' }])
		expect(read(entry.replace('NONREF', 'ORDER/3467')).payments).toMatchObject([
			{ text: 'x · ORDER/3467', bankReference: 'B1' },
		])
	})

	test('in MT940 needs its balances, which an MT942 does not have', () => {
		const text = mt940(LINES)
		expect(() => read(text.replace(/:60F:.*/, ':34F:GBP0,'))).toThrow(/not an MT942/)
		expect(() => read(text.slice(0, text.indexOf(':62F:')))).toThrow(/not complete/)
	})

	test('in CSV without titles may have its columns chosen, and keeps its first payment', () => {
		const text = '20/11/2026,ADA 3467 9CDF,"£5.00"\n21/11/2026,FEE,-£1.00'
		const titles = ['Column 1', 'Column 2', 'Column 3']
		try {
			read(text)
		} catch (error) {
			const rows = [['20/11/2026', 'ADA 3467 9CDF', '£5.00'], expect.anything()]
			expect(error).toMatchObject({ unknown: { titles, rows } })
		}
		const mapping = { titles, places: { date: 0, amount: 2 } }
		const { lines } = readStatement(Buffer.from(text), { today: '2026-11-30', mapping })
		expect(lines).toMatchObject([{ pence: 500, text: 'ADA 3467 9CDF' }, { pence: -100 }])
	})

	test.each([
		'Date,Details,Amount (EUR)',
		'Date,Details,Amount (EUR),Currency',
		'Date,Details,Money in (EUR)',
	])('in CSV skips amounts in the currency of their title: %s', titles => {
		expect(() => read(`${titles}\n2026-11-20,x,5,GBP`)).toThrow('no payment in pounds')
		expect(read(`${titles.replace('EUR', 'GBP')}\n2026-11-20,x,5,GBP`).payments).toHaveLength(1)
	})

	test('in CSV skips a last row that gives the balance instead of a day', () => {
		const text = 'Date;Betrag;Soll;Haben\n20.11.2026;;;5,00\nKontostand;;;'
		expect(read(text).payments).toMatchObject([{ pence: 500 }])
	})

	test('in OFX yields corrected entries in their corrected form', () => {
		const text = ofx([
			{ day: '2026-11-20', pence: 500, text: 'wrong', id: '1' },
			{ day: '2026-11-20', pence: 550, text: 'still wrong', id: '2', corrects: '1' },
			{ day: '2026-11-20', pence: 600, text: 'right', id: '3', corrects: '2' },
			{ day: '2026-11-20', pence: 700, text: 'never was', id: '4' },
			{ day: '2026-11-21', pence: 700, text: 'note', id: '5', corrects: '4', action: 'DELETE' },
		])
		const statement = read(text)
		expect(statement).toMatchObject({
			payments: [{ pence: 600, bankReference: '3' }],
			outgoing: 0,
			foreign: 0,
		})
		expect(statement.corrections).toMatchObject([
			{ bookedOn: '2026-11-20', corrected: '1', word: 'Replaced', bankReference: '2' },
			{ bookedOn: '2026-11-20', corrected: '2', word: 'Replaced', bankReference: '3' },
			{ bookedOn: '2026-11-21', corrected: '4', word: 'Deleted', bankReference: '5' },
		])
	})

	test('in OFX keeps a replacement with the id of the original, and drops a deletion of it', () => {
		const replaced = { day: '2026-11-20', pence: 600, text: 'right', id: '1', corrects: '1' }
		expect(read(ofx([replaced])).payments).toHaveLength(1)
		const deleted = read(ofx([{ ...replaced, action: 'DELETE' }]))
		expect(deleted).toMatchObject({ payments: [], corrections: [{ corrected: '1' }] })
	})

	test.each(['DEBIT', 'SRVCHG', 'fee'])('in OFX does not read %s as income, with any sign', type => {
		const text = ofx(LINES)
			.replace('<TRNTYPE>DEBIT', `<TRNTYPE>${type}`)
			.replace('<TRNAMT>-12.34', '<TRNAMT>12.34')
		expect(read(text)).toMatchObject({ outgoing: 1, payments: [{}, {}] })
	})

	test.each(['REPEATPMT', 'CHECK', 'PAYMENT'])('in OFX reads %s as income', type => {
		const text = ofx(LINES)
			.replace('<TRNTYPE>DEBIT', `<TRNTYPE>${type}`)
			.replace('<TRNAMT>-12.34', '<TRNAMT>12.34')
		expect(read(text).payments).toHaveLength(3)
	})

	test('in CSV includes every text column in which banks put a reference', () => {
		const titles = 'Date,Name,Amount,Notes and #tags,Description'
		const { payments } = read(`${titles}\n20/11/2026,Ada,5,ORDER 3467,FROM ADA`)
		expect(payments).toMatchObject([{ counterparty: 'Ada', text: 'FROM ADA · ORDER 3467' }])
	})

	test.each(['\n', '\r\n', '\r', 'mixed'])('may have line breaks %j', end => {
		for (const text of [camt(LINES), ofx(LINES), csv(LINES), mt940(LINES)]) {
			const ends = ['\r', '\n', '\r\n']
			const broken = text.replace(/\r?\n/g, (_, at: number) => (end === 'mixed' ? (ends[at % 3] ?? '') : end))
			expect(read(broken)).toMatchObject({ lines: [{}, {}, {}] })
		}
	})

	test('may be encoded as Windows-1252 or UTF-16', () => {
		const text = 'Date,Amount,Name\n2026-11-20,5,Zoë'
		expect(read(Buffer.from(text, 'latin1')).payments).toMatchObject([{ counterparty: 'Zoë' }])
		expect(read(Buffer.from(`\ufeff${text}`, 'utf16le')).payments).toMatchObject([{ counterparty: 'Zoë' }])
	})
})
