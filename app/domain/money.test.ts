import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CELL_COUNT } from './grid/layout'
import {
	abbreviatePounds,
	formatMillions,
	formatPounds,
	parsePounds,
	poundsInWords,
	poundsWithWords,
	priceRange,
} from './money'

const POUND = 100
const MILLION = 1_000_000 * POUND

/** The highest price that can be entered, multiplied by the number of cells. */
const MOST = 1_000_000_000_000 * CELL_COUNT

/** Amounts in pence, half of them round. */
const amount = fc.oneof(
	fc.integer({ min: -MOST, max: MOST }),
	fc
		.tuple(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: 0, max: 9 }))
		.map(([a, b]) => a * 10 ** b),
)

/** Parses pence with integer arithmetic only. */
function slowlyRead(text: string): number {
	const match = /^(−?)£([\d,]+)(?:\.(\d+))?(?: ?(M|K|\u00a0million))?$/.exec(text)
	if (!match) throw new Error(`not an amount: ${text}`)
	const [, minus, whole = '', decimals = '', unit = ''] = match
	expect(whole).toMatch(/^\d{1,3}(,\d{3})*$/)
	const scale = { '': 100, K: 100_000, M: 100_000_000, '\u00a0million': 100_000_000 }[unit] ?? 0
	const pence =
		(BigInt(whole.replaceAll(',', '') + decimals) * BigInt(scale)) / 10n ** BigInt(decimals.length)
	return Number(minus ? -pence : pence)
}

describe('formatPounds', () => {
	test.each([
		[4 * MILLION, '£4,000,000'],
		[0, '£0'],
		[-0, '£0'],
		[1, '£0.01'],
		[400_000_050, '£4,000,000.50'],
		[-5 * POUND, '−£5'],
		[4_999_900, '£49,999'],
	])('formats %i pence as %s', (pence, text) => expect(formatPounds(pence)).toBe(text))

	test('shows every amount in full', () => {
		fc.assert(
			fc.property(amount, pence => {
				expect(slowlyRead(formatPounds(pence))).toBe(pence)
				expect(formatPounds(pence)).toMatch(/^−?£[\d,]+(\.\d\d)?$/)
			}),
		)
	})
})

describe('abbreviatePounds', () => {
	test.each([
		[10 * MILLION, '£10M'],
		[MILLION, '£1M'],
		[1.25 * MILLION, '£1.25M'],
		[500_000 * POUND, '£500K'],
		[100_000 * POUND, '£100K'],
		[1_000 * POUND, '£1K'],
		[999 * POUND, '£999'],
		[999_990 * POUND, '£999.99K'],
		[-MILLION, '−£1M'],
	])('abbreviates %i pence as %s', (pence, text) => expect(abbreviatePounds(pence)).toBe(text))

	test.each([
		[1_005 * POUND, '£1,005'],
		[999_999 * POUND, '£999,999'],
		[1_234_567 * POUND, '£1,234,567'],
		[1_005_000 * POUND, '£1,005,000'],
		[100_000 * POUND + 1, '£100,000.01'],
	])('does not abbreviate %i pence: %s', (pence, text) => expect(abbreviatePounds(pence)).toBe(text))
})

describe('formatMillions', () => {
	test('shows two decimals in the checkout and one on cards', () => {
		expect(formatMillions(4 * MILLION)).toBe('£4.00 M')
		expect(formatMillions(10_000_000)).toBe('£0.10 M')
		expect(formatMillions(10_000_000, 1)).toBe('£0.1 M')
		expect(formatMillions(0, 1)).toBe('£0.0 M')
		expect(formatMillions(-MILLION)).toBe('−£1.00 M')
		expect(formatMillions(1_741.5 * MILLION, 1)).toBe('£1,741.5 M')
	})
	test.each([
		[49_999 * POUND, 1, '£49,999'],
		[150_000 * POUND, 1, '£150,000'],
		[250_000 * POUND, 1, '£250,000'],
		[155_000 * POUND, 2, '£155,000'],
		[4 * MILLION + 1, 2, '£4,000,000.01'],
	] as const)('shows %i pence with %i decimals as %s', (pence, decimals, text) =>
		expect(formatMillions(pence, decimals)).toBe(text),
	)
})

describe('priceRange', () => {
	test.each([
		[[10 * MILLION, MILLION, 500_000 * POUND, 100_000 * POUND], 'from £100,000 to £10\u00a0million'],
		[[1.25 * MILLION, 49_999 * POUND], 'from £49,999 to £1.25\u00a0million'],
		[[12_345_678 * POUND, 99], 'from £0.99 to £12,345,678'],
		[[MILLION, MILLION], '£1\u00a0million'],
		[[2_500 * MILLION, 1], 'from £0.01 to £2,500\u00a0million'],
	])('of %j is "%s"', (prices, text) => expect(priceRange(prices)).toBe(text))
})

test('every format of an amount parses back to the same amount', () => {
	fc.assert(
		fc.property(amount, pence => {
			expect(slowlyRead(abbreviatePounds(pence))).toBe(pence)
			expect(slowlyRead(formatMillions(pence, 1))).toBe(pence)
			expect(slowlyRead(formatMillions(pence, 2))).toBe(pence)
			expect(slowlyRead(priceRange([Math.abs(pence)]))).toBe(Math.abs(pence))
		}),
		{ numRuns: 500 },
	)
})

describe('parsePounds', () => {
	test.each([
		['400', 40_000],
		['£1,250.50', 125_050],
		['10,000,000', 10 * MILLION],
		['1,234,567,890.12', 123_456_789_012],
		[' 1000000 ', MILLION],
		['0.5', 50],
		['10000000000', 1_000_000_000_000],
	])('parses %s as %i pence', (text, pence) => expect(parsePounds(text)).toBe(pence))

	test.each([
		'',
		'£',
		'-1',
		'1.234',
		'1,25',
		'12,34,567',
		'1000,000',
		'ten',
		'1e6',
		'10000000001',
		'10000000000.01',
		'0x10',
		'NaN',
	])('rejects %j', text => expect(parsePounds(text)).toBeNull())

	test('parses every result of formatPounds, with and without commas', () => {
		fc.assert(
			fc.property(amount.map(Math.abs), pence => {
				const text = formatPounds(pence)
				expect(parsePounds(text)).toBe(pence <= 1_000_000_000_000 ? pence : null)
				expect(parsePounds(text.replaceAll(/[£,]/g, ''))).toBe(parsePounds(text))
			}),
		)
	})

	test('never parses a text as another amount than its digits', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.stringMatching(/^£?[\d,]{0,14}\.?\d{0,3}$/)), text => {
				const pence = parsePounds(text)
				if (pence === null) return
				const [whole = '', decimals = ''] = text.replace(/[£,\s]/g, '').split('.')
				expect(BigInt(pence)).toBe(BigInt(`${whole}${decimals.padEnd(2, '0')}`))
				expect(pence).toBeLessThanOrEqual(1_000_000_000_000)
			}),
			{ numRuns: 500 },
		)
	})
})

describe('poundsInWords', () => {
	test.each([
		[4 * MILLION, 'four million pounds'],
		[0, 'zero pounds'],
		[POUND, 'one pound'],
		[1, 'one penny'],
		[150, 'one pound and fifty pence'],
		[21 * POUND, 'twenty-one pounds'],
		[1_100 * POUND, 'one thousand one hundred pounds'],
		[1_099 * POUND, 'one thousand and ninety-nine pounds'],
		[100_000 * POUND, 'one hundred thousand pounds'],
		[1_000_005 * POUND, 'one million and five pounds'],
		[1_250_300 * POUND, 'one million two hundred and fifty thousand three hundred pounds'],
		[110 * MILLION, 'one hundred and ten million pounds'],
		[2_000 * MILLION, 'two billion pounds'],
		[11_510_000 * MILLION, 'eleven trillion five hundred and ten billion pounds'],
		[-POUND, 'minus one pound'],
	])('writes %i pence as "%s"', (pence, words) => expect(poundsInWords(pence)).toBe(words))

	test('writes every amount so that it parses back to the same', () => {
		fc.assert(
			fc.property(fc.oneof(fc.maxSafeNat(), amount.map(Math.abs)), pence => {
				const words = poundsInWords(pence)
				expect(slowlySpoken(words)).toBe(pence)
				expect(words).toMatch(/^[a-z]+([ -][a-z]+)*$/)
			}),
			{ numRuns: 500 },
		)
	})

	test('is appended to the figures by poundsWithWords', () => {
		expect(poundsWithWords(900_000 * POUND)).toBe('£900,000 · nine hundred thousand pounds')
	})
})

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
	(
		'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
		'eighteen nineteen'
	)
		.split(' ')
		.map((word, value) => [word, value] as const)
		.concat(
			'twenty thirty forty fifty sixty seventy eighty ninety'
				.split(' ')
				.map((word, ten) => [word, 20 + ten * 10]),
		),
)
const SCALES: Readonly<Record<string, number>> = {
	thousand: 1e3,
	million: 1e6,
	billion: 1e9,
	trillion: 1e12,
}

/** Parses pence from words: ignores "and", multiplies by "hundred", and ends a group at larger words. */
function slowlySpoken(words: string): number {
	let [pence, whole, group] = [0, 0, 0]
	for (const word of words.split(/[ -]/)) {
		const scale = SCALES[word]
		if (word === 'and') continue
		else if (word === 'hundred') group *= 100
		else if (/^(pounds?|penny|pence)$/.test(word)) {
			pence += (whole + group) * (word.startsWith('pound') ? 100 : 1)
			whole = 0
			group = 0
		} else if (scale) {
			whole += group * scale
			group = 0
		} else group += NUMBERS[word] ?? Number.NaN
	}
	return pence
}
