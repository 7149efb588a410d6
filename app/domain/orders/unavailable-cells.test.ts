import { describe, expect, test } from 'vitest'
import { availableAgainAt, failureMessage, unavailableAdvice, unavailableMessage } from './unavailable-cells'

const WINTER = Date.UTC(2026, 10, 21, 14, 5)
const SUMMER = Date.UTC(2026, 6, 1, 11, 30)

describe('the message about unavailable cells', () => {
	const sold = { cell: 1, holdUntil: null }
	const held = { cell: 112, holdUntil: WINTER }

	test('says that sold cells are no longer available', () => {
		expect(unavailableMessage([sold])).toBe(
			'This pixel is no longer available: medium pixel at row 1, column 1.',
		)
		expect(unavailableMessage([sold, { ...sold, cell: 2 }])).toMatch(
			/^These pixels are no longer available: /,
		)
	})
	test('gives the end of a hold in London time', () => {
		expect(unavailableMessage([held])).toBe(
			'This pixel is on hold for another buyer until 21 November 2026 at 14:05 GMT: tiny pixel at row 8, column 1.',
		)
		expect(unavailableMessage([{ cell: 112, holdUntil: SUMMER }])).toContain('until 1 July 2026 at 12:30 BST')
	})
	test('gives the last end when several buyers hold them', () => {
		const both = [
			{ cell: 112, holdUntil: SUMMER },
			{ cell: 113, holdUntil: WINTER },
		]
		expect(unavailableMessage(both)).toMatch(
			/^These pixels are on hold for other buyers, the last of them until 21 November 2026 at 14:05 GMT: /,
		)
		expect(availableAgainAt(both)).toBe(WINTER)
	})
	test('distinguishes sold cells from cells on hold', () => {
		expect(unavailableMessage([held, sold])).toMatch(
			/^This pixel is no longer .* This pixel is on hold .* column 1\.$/,
		)
		expect(availableAgainAt([held, sold])).toBeNull()
		expect(availableAgainAt([])).toBeNull()
	})
	test('distinguishes cells of the house and of the reader', () => {
		expect(unavailableMessage([{ ...sold, isHouse: true }])).toBe(
			'This pixel is reserved by the house: medium pixel at row 1, column 1.',
		)
		expect(unavailableMessage([sold, { ...sold, cell: 2 }], [2])).toBe(
			'This pixel is yours already: medium pixel at row 1, column 2. This pixel is no longer available: medium pixel at row 1, column 1.',
		)
	})
	test('explains a failed order in words that remain true', () => {
		expect(failureMessage([held], 'receipt')).toBe(
			'This pixel was on hold for another buyer when your receipt arrived: tiny pixel at row 8, column 1.',
		)
		expect(failureMessage([sold, { ...sold, cell: 2 }, { ...sold, cell: 3, isHouse: true }], 'order')).toBe(
			'This pixel was reserved by the house when your order arrived: medium pixel at row 1, column 3. These pixels were no longer available when your order arrived: 2 medium pixels, row 1, columns 1 to 2.',
		)
	})
	test('offers to wait only when none of them is sold', () => {
		expect(unavailableAdvice([held])).toContain('you can wait until then, or choose other pixels')
		expect(unavailableAdvice([held, sold])).toBe('Please choose other pixels.')
	})
})
