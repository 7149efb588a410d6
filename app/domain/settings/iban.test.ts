import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ibanProblem } from './iban'

const WRONG = 'Please check the IBAN: a character of it is wrong, or two have changed places'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Computes the number that an IBAN represents, without shortcuts. */
function toNumber(iban: string): bigint {
	const moved = iban.slice(4) + iban.slice(0, 4)
	return BigInt([...moved].map(character => Number.parseInt(character, 36)).join(''))
}

/** Creates an IBAN: the check digits are 98 minus the remainder (ISO 13616). */
function withCheckDigits(country: string, account: string): string {
	const missing = 98n - (toNumber(`${country}00${account}`) % 97n)
	return `${country}${String(missing).padStart(2, '0')}${account}`
}

const signs = fc.constantFrom(...'0123456789', ...LETTERS)

/** Countries with the lengths of their account numbers, and one that is not in the table. */
const account = fc
	.constantFrom(
		{ country: 'GB', length: 18 },
		{ country: 'DE', length: 18 },
		{ country: 'FR', length: 23 },
		{ country: 'NO', length: 11 },
		{ country: 'MT', length: 27 },
		{ country: 'XX', length: 20 },
	)
	.chain(({ country, length }) =>
		fc.record({
			country: fc.constant(country),
			text: fc.string({ unit: signs, minLength: length, maxLength: length }),
		}),
	)
const iban = account.map(({ country, text }) => withCheckDigits(country, text))

describe('an IBAN', () => {
	test('is valid with the right check digits, in any spacing and case', () => {
		const gap = fc.constantFrom('', '', '', ' ', '\u00a0', '\u200b', '\u00ad', '\u2028')
		fc.assert(
			fc.property(
				iban,
				fc.array(gap),
				fc.constantFrom('', 'IBAN ', 'iban: ', 'IBAN\u00a0', 'IBAN-', 'IBAN No. ', 'IBAN number = '),
				(good, gaps, label) => {
					expect(ibanProblem(good)).toBeUndefined()
					const spaced = [...good].map((character, index) => character + (gaps[index] ?? '')).join('')
					expect(ibanProblem(label + spaced.toLowerCase())).toBeUndefined()
				},
			),
		)
	})

	test('has exactly one valid pair of check digits', () => {
		fc.assert(
			fc.property(account, ({ country, text }) => {
				const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))
				const accepted = pairs.filter(pair => ibanProblem(country + pair + text) === undefined)
				expect(accepted.map(pair => country + pair + text)).toEqual([withCheckDigits(country, text)])
			}),
			{ numRuns: 30 },
		)
	})

	test('is rejected with one wrong digit or letter, after any prefix', () => {
		fc.assert(
			fc.property(
				iban,
				fc.nat(),
				fc.nat(),
				fc.constantFrom('', 'IBAN ', 'IBAN\u00a0\u200b', 'IBAN-', 'IBAN #', 'IBAN No. ', 'IBAN no '),
				(good, at, other, label) => {
					const place = 4 + (at % (good.length - 4))
					const old = good[place] ?? ''
					const kind = LETTERS.includes(old) ? LETTERS : '0123456789'
					const wrong = kind[(kind.indexOf(old) + 1 + (other % (kind.length - 1))) % kind.length]
					expect(ibanProblem(label + good.slice(0, place) + wrong + good.slice(place + 1))).toBe(WRONG)
				},
			),
		)
	})

	test('is rejected with two adjacent digits swapped', () => {
		fc.assert(
			fc.property(iban, fc.nat(), (good, at) => {
				const place = 4 + (at % (good.length - 5))
				const [a = '', b = ''] = good.slice(place, place + 2)
				fc.pre(/^\d\d$/.test(a + b) && a !== b)
				expect(ibanProblem(good.slice(0, place) + b + a + good.slice(place + 2))).toBe(WRONG)
			}),
		)
	})

	test('is rejected with the check digits 00, 01 or 99, even if the remainder is right', () => {
		const pair = fc.constantFrom(['00', '97'] as const, ['01', '98'] as const, ['99', '02'] as const)
		fc.assert(
			fc.property(account, pair, ({ country, text }, [wrong, right]) => {
				// Exactly one of the endings from 00 to 96 has these check digits.
				const texts = Array.from({ length: 97 }, (_, end) => text.slice(0, -2) + String(end).padStart(2, '0'))
				const found = texts.find(item => withCheckDigits(country, item).slice(2, 4) === right) ?? ''
				const bad = `${country}${wrong}${found}`
				expect(toNumber(bad) % 97n).toBe(1n)
				expect(ibanProblem(`${country}${right}${found}`)).toBeUndefined()
				expect(ibanProblem(bad)).toBe(WRONG)
			}),
			{ numRuns: 30 },
		)
	})

	test('starts with two letters and two digits', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), typed => {
				const seen = typed.normalize('NFKC').replace(/[\s\p{C}\p{Z}]/gu, '')
				fc.pre(!/^(IBAN)?.*\p{L}.*\p{L}.*\p{N}.*\p{N}/iu.test(seen))
				expect(ibanProblem(typed)).toBeUndefined()
			}),
		)
	})

	test('in another script or with separators is not accepted as another kind of account number', () => {
		const only = 'Please enter the IBAN with letters and digits only'
		for (const typed of [
			'GВ29NWBK60161331926819',
			'GB-29 NWBK 6016 1331 9268 18',
			'G.B.29NWBK60161331926819',
		]) {
			expect(ibanProblem(typed), typed).toBe(only)
		}
		for (const typed of ['A/C 12345678', '20-00-00 12345678', 'Sort 200000, account 12345678']) {
			expect(ibanProblem(typed), typed).toBeUndefined()
		}
		expect(ibanProblem('IBAN NO93 8601 1117 947')).toBeUndefined()
		expect(ibanProblem('IBAN NO93 8601 1117 948')).toBe(WRONG)
	})

	test('after other words is checked too, and other numbers after words are not', () => {
		const labels = [
			'IBAN UK: ',
			'Account: ',
			'Account ',
			'Barclays, sort code 20-00-00, IBAN ',
			'12345678 / ',
		]
		for (const label of labels) {
			expect(ibanProblem(`${label}GB29 NWBK 6016 1331 9268 19`), label).toBeUndefined()
			expect(ibanProblem(`${label}GB29 NWBK\u200b 6016 1331 9268 18`), label).toBe(WRONG)
			expect(ibanProblem(`${label}gb29nwbk60161331926818`), label).toBe(WRONG)
		}
		for (const typed of [
			'Example Bank plc',
			'Bank24 Direct International',
			'Acct. no 12345678901234',
			'Our account is 12345678901234',
			'Konto-Nr 12345678901234567890',
			'Sort code 20-00-00, A/C 12345678',
			'Sparkasse Musterstadt 12345678901234567890',
		]) {
			expect(ibanProblem(typed), typed).toBeUndefined()
		}
	})

	test('with a wrong length or invalid characters gets a specific error', () => {
		expect(ibanProblem('IBAN GB29 NWBK 6016 1331 9268 1')).toBe(
			'Please check the IBAN: it has 21 characters, and one that begins with GB has 22',
		)
		expect(ibanProblem('GB29-NWBK')).toBe('Please enter the IBAN with letters and digits only')
		expect(ibanProblem('GB29NWBK6016133192681ß')).toBe('Please enter the IBAN with letters and digits only')
		expect(ibanProblem(`XX29${'1'.repeat(31)}`)).toBe(
			'Please check the IBAN: it has between 15 and 34 characters',
		)
		expect(ibanProblem(`XX29${'1'.repeat(10)}`)).toBe(
			'Please check the IBAN: it has between 15 and 34 characters',
		)
	})
})
