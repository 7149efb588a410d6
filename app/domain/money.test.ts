import { describe, expect, test } from 'vitest'
import { abbreviatePounds, formatMillions, formatPounds, parsePounds, poundsInWords } from './money'

const POUND = 100
const MILLION = 1_000_000 * POUND

describe('formatPounds', () => {
	test.each([
		[4 * MILLION, '£4,000,000'],
		[0, '£0'],
		[1, '£0.01'],
		[400_000_050, '£4,000,000.50'],
		[-5 * POUND, '-£5'],
	])('%i pence is %s', (pence, text) => expect(formatPounds(pence)).toBe(text))
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
		[999_999 * POUND, '£1M'],
		[999_990 * POUND, '£999.99K'],
		[-MILLION, '-£1M'],
	])('%i pence is %s', (pence, text) => expect(abbreviatePounds(pence)).toBe(text))
})

describe('formatMillions', () => {
	test('two decimals in the checkout, one on cards', () => {
		expect(formatMillions(4 * MILLION)).toBe('£4.00 M')
		expect(formatMillions(10_000_000)).toBe('£0.10 M')
		expect(formatMillions(10_000_000, 1)).toBe('£0.1 M')
		expect(formatMillions(0, 1)).toBe('£0.0 M')
		expect(formatMillions(-MILLION)).toBe('-£1.00 M')
	})
})

describe('parsePounds', () => {
	test.each([
		['400', 40_000],
		['£1,250.50', 125_050],
		[' 1000000 ', MILLION],
		['0.5', 50],
		['10000000000', 1_000_000_000_000],
	])('%s is %i pence', (text, pence) => expect(parsePounds(text)).toBe(pence))

	test.each(['', '£', '-1', '1.234', '1,25', '12,34,567', 'ten', '1e6', '10000000001', '0x10', 'NaN'])(
		'%j is not an amount',
		text => expect(parsePounds(text)).toBeNull(),
	)
})

describe('poundsInWords', () => {
	test.each([
		[4 * MILLION, 'four million pounds'],
		[0, 'zero pounds'],
		[POUND, 'one pound'],
		[1, 'one penny'],
		[150, 'one pound and fifty pence'],
		[21 * POUND, 'twenty-one pounds'],
		[100_000 * POUND, 'one hundred thousand pounds'],
		[1_000_005 * POUND, 'one million and five pounds'],
		[1_250_300 * POUND, 'one million two hundred and fifty thousand three hundred pounds'],
		[110 * MILLION, 'one hundred and ten million pounds'],
		[2_000 * MILLION, 'two billion pounds'],
		[-POUND, 'minus one pound'],
	])('%i pence is "%s"', (pence, words) => expect(poundsInWords(pence)).toBe(words))
})
