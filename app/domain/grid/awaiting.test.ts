import { describe, expect, test } from 'vitest'
import { awaitingBlocks } from './awaiting'

const row = (cell: number, change: Partial<Parameters<typeof awaitingBlocks>[0][number]> = {}) => ({
	cell,
	accountId: 'ada',
	orderStatus: 'pending',
	creativeId: 'one',
	imageKey: 'creatives/one.webp',
	description: 'Roses',
	link: 'https://roses.example/',
	...change,
})

describe('what awaits a review', () => {
	test('is the whole area of which a cell is pending, with the cells that are paid for', () => {
		const rows = [row(200, { orderStatus: 'approved' }), row(201), row(203, { orderStatus: 'approved' })]
		expect(awaitingBlocks(rows)).toMatchObject([
			{ accountId: 'ada', imageKey: 'creatives/one.webp', cells: [200, 201] },
		])
	})
	test('is nothing that has no image, no owner or no pending order', () => {
		expect(awaitingBlocks([row(200, { imageKey: null }), row(201, { creativeId: null })])).toEqual([])
		expect(awaitingBlocks([row(200, { accountId: null })])).toEqual([])
		expect(awaitingBlocks([row(200, { orderStatus: 'approved' }), row(201, { orderStatus: null })])).toEqual(
			[],
		)
	})
	test('is each owner’s own', () => {
		const rows = [row(200), row(201, { accountId: 'ben', creativeId: 'two' })]
		expect(awaitingBlocks(rows).map(block => [block.accountId, block.cells])).toEqual([
			['ada', [200]],
			['ben', [201]],
		])
	})
})
