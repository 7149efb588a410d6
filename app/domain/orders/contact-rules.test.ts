import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, contactNumberProblem, joinContactNumber } from './contact-rules'

describe('a contact number', () => {
	test.each([
		['UK', '7700 900 123', '+447700900123'],
		['US', ' 202 555 0100 ', '+12025550100'],
		['Canada', '613 555 0100', '+16135550100'],
		['Australia', '02 5550 1234', '+61255501234'],
		['India', '98765 43210', '+919876543210'],
		['Germany', '030/1234567', '+49301234567'],
		['France', '01.23.45.67.89', '+33123456789'],
		['Spain', '910 000 000', '+34910000000'],
		['Italy', '06 1234 5678', '+390612345678'],
		['Italy', '(0)6 1234 5678', '+390612345678'],
		['Japan', '03-1234-5678', '+81312345678'],
		['China', '10 1234 5678', '+861012345678'],
		['UK', '020 7946 0000', '+442079460000'],
		['UK', '(020) 7946 0000', '+442079460000'],
		['UK', '+44 (0)20 7946 0000', '+442079460000'],
		['UK', '0044 20 7946 0000', '+442079460000'],
		['UK', '+353 1 555', '+3531555'],
		['UK', '+39 06 1234 5678', '+390612345678'],
		['UK', '+39 (0)6 1234 5678', '+390612345678'],
		['Other', '+378 0549 123456', '+3780549123456'],
		['Other', '353 1 555', '3531555'],
		['US', '011 44 20 7946 0000', '+442079460000'],
		['Canada', '(011) 39 06 1234 5678', '+390612345678'],
		['US', '011 353 1 555', '+3531555'],
		['US', '1 202 555 0100', '+12025550100'],
		['UK', '011 44 20 7946 0000', '+442079460000'],
		['UK', '011 1 202 555 0100', '+12025550100'],
		['Other', '011 44 20 7946 0000', '+442079460000'],
		['UK', '0114 496 0000', '+441144960000'],
		['India', '011 2345 6789', '+911123456789'],
		['Italy', '011 1234567', '+390111234567'],
		['Japan', '011-123-4567', '+81111234567'],
		['Japan', '010 44 20 7946 0000', '+442079460000'],
		['Australia', '0011 44 20 7946 0000', '+442079460000'],
		['China', '010 1234 5678', '+861012345678'],
		['Japan', '０３－１２３４－５６７８', '+81312345678'],
	] as const)('%s and "%s" are %s', (country, typed, joined) => {
		expect(joinContactNumber(country, typed)).toBe(joined)
	})

	test('is normalised from any way to type it', () => {
		fc.assert(
			fc.property(number, fc.array(fc.constantFrom('', ' ', '-', '.', '/', ' - ')), (dialled, gaps) => {
				const { country, prefix, trunk, national } = dialled
				const spread = (digits: string) =>
					[...digits].map((digit, index) => digit + (gaps[index] ?? '')).join('')
				const joined = `${prefix}${national}`
				const ways = [trunk + national, joined, joined.replace('+', '00'), joined.replace('+', '0011')]
				if (country === 'US' || country === 'Canada') ways.push(national, joined.replace('+', '011'))
				for (const way of ways) expect(joinContactNumber(country, spread(way))).toBe(joined)
				expect(joinContactNumber(country, `${prefix} (0)${national}`)).toBe(joined)
				expect(joinContactNumber('US', joined.replace('+', '011'))).toBe(joined)
				expect(contactNumberProblem(joined)).toBeUndefined()
			}),
			{ numRuns: 300 },
		)
	})

	const COUNT = 'Valid contact number is required (7-15 digits)'
	test.each([
		['+1234567', undefined],
		['+123456789012345', undefined],
		['+123456', COUNT],
		['+1234567890123456', COUNT],
		['+0123456789', COUNT],
		['+44ask', COUNT],
		['+44+442079460', COUNT],
		['3531555000', 'Please begin the contact number with a plus and the country code'],
	])('%s is rejected: %s', (joined, problem) => {
		expect(contactNumberProblem(joined)).toBe(problem)
	})
})

/** National formats of the listed countries, except Italy, whose leading zero is part of the number. */
const number = fc.oneof(
	...(
		[
			['UK', '0', /^(113|114|161|20[378]|77)\d{7}$/],
			['US', '1', /^[2-9]\d{9}$/],
			['Canada', '1', /^[2-9]\d{9}$/],
			['Australia', '0', /^[23478]\d{8}$/],
			['India', '0', /^(11|22|98)\d{8}$/],
			['Germany', '0', /^(30|89|15|17)\d{6,8}$/],
			['France', '0', /^[1-9]\d{8}$/],
			['Spain', '0', /^[6-9]\d{8}$/],
			['Japan', '0', /^(3|6|11|90|80)\d{7,8}$/],
			['China', '0', /^(10|21|13|18)\d{8,9}$/],
		] as const
	).map(([country, trunk, shape]) =>
		fc
			.stringMatching(shape)
			.map(national => ({ country, prefix: COUNTRIES[country].prefix, trunk, national })),
	),
)
