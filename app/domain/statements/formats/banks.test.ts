import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { normaliseLetters } from '../references'
import type { Mapping } from './columns'
import { UnreadableStatement } from './entry'
import { readStatement } from './parse.server'

/* A file of each bank and format: 1,500.00 came in for the order 3467 9CDF, 12.34 went out. */

const FOLDER = new URL('../../../../tests/fixtures/statements/', import.meta.url)
const read = (file: string, mapping?: Mapping) =>
	readStatement(readFileSync(new URL(file, FOLDER)), { today: '2026-11-21', mapping })

const ADA = 'ADA EXAMPLE'
/** `payer`: empty where the bank has it in the text. `balances`: whether the format states them. */
const FILES: Record<string, { payer: string; balances?: true }> = {
	'abn-amro.sta': { payer: ADA, balances: true },
	'barclays.csv': { payer: '' },
	'barclays.ofx': { payer: ADA },
	'camt.053.001.02.xml': { payer: ADA, balances: true },
	'camt.053.001.08.xml': { payer: ADA, balances: true },
	'citibank.sta': { payer: '', balances: true },
	'commerzbank.sta': { payer: ADA, balances: true },
	'deutsche-bank.csv': { payer: ADA },
	'deutsche-bank.sta': { payer: ADA, balances: true },
	'hsbc-business.csv': { payer: '' },
	'hsbc.sta': { payer: '', balances: true },
	'ing-germany.csv': { payer: ADA },
	'ing.sta': { payer: ADA, balances: true },
	'lloyds.csv': { payer: '' },
	'lloyds.ofx': { payer: ADA },
	'monzo.csv': { payer: ADA },
	'nationwide.csv': { payer: '' },
	'natwest.csv': { payer: '' },
	'ofx-2.ofx': { payer: ADA },
	'rabobank.sta': { payer: ADA, balances: true },
	'revolut-business.csv': { payer: '' },
	'revolut.csv': { payer: '' },
	'starling.csv': { payer: ADA },
	'tide.csv': { payer: '' },
	'wise.csv': { payer: ADA },
}
/** Without titles that say what is the day and the amount: an administrator chooses the columns once. */
const MAPPED: Record<string, { places: Mapping['places']; payer: string }> = {
	'hsbc-personal.csv': { places: { date: 0, amount: 2 }, payer: '' },
	'wise-history.csv': { places: { date: 4, amount: 13, payer: 9, text: 16 }, payer: ADA },
}

function expectBoth({ lines, balances }: ReturnType<typeof read>, payer: string, hasBalances = false) {
	const [paidIn, paidOut, ...more] = lines.toSorted((one, other) => other.pence - one.pence)
	expect(paidIn).toMatchObject({ bookedOn: '2026-11-20', pence: 1_500_00, counterparty: payer })
	expect(normaliseLetters(paidIn?.text ?? '')).toContain('34679CDF')
	expect(paidOut).toMatchObject({ bookedOn: '2026-11-21', pence: -12_34 })
	expect(more).toEqual([])
	expect(balances).toEqual(hasBalances ? { opening: 100_00, closing: 1_587_66 } : null)
}

test.each(Object.entries(FILES))('%s is read', (file, { payer, balances }) => {
	expectBoth(read(file), payer, balances)
})

test.each(Object.entries(MAPPED))('%s is read once its columns are chosen', (file, { places, payer }) => {
	let unknown: UnreadableStatement['unknown']
	try {
		read(file)
	} catch (error) {
		if (error instanceof UnreadableStatement) unknown = error.unknown
	}
	expectBoth(read(file, { titles: unknown?.titles ?? [], places }), payer)
})

test('every file is read', () => {
	expect(readdirSync(FOLDER).toSorted()).toEqual([...Object.keys(FILES), ...Object.keys(MAPPED)].toSorted())
})

test('the name of a payer is no part of the text, so that a line has the fingerprint of earlier versions', () => {
	const getTexts = (file: string) => read(file).lines.map(line => line.text)
	expect(getTexts('abn-amro.sta')[0]).toBe(
		'SEPA OVERBOEKING · NL03INGB0000000001 · INGBNL2A · ORDER 3467 9CDF · NOTPROVIDED',
	)
	expect(getTexts('rabobank.sta')[0]).toBe(
		'NOTPROVIDED · ORDER 3467 9CDF · 2026-11-20 · EREF · NL03INGB0000000001',
	)
})
