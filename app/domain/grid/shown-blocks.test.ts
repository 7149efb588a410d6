import { expect, test } from 'vitest'
import { shownBlocks } from './shown-blocks'

const shown = (cell: number, change: Partial<Parameters<typeof shownBlocks>[0][number]> = {}) => ({
	cell,
	accountId: 'ada',
	isPending: false,
	creativeId: 'one',
	imageKey: 'creatives/one.webp',
	description: 'Roses',
	link: 'https://roses.example/',
	...change,
})

test('a block is a connected area with one creative, and pending as a whole when one of its cells is', () => {
	const cells = [shown(203), shown(200), shown(201, { isPending: true })]
	expect(shownBlocks(cells)).toMatchObject([
		{ accountId: 'ada', imageKey: 'creatives/one.webp', cells: [200, 201], isPending: true },
		{ cells: [203], isPending: false },
	])
})

test('adjacent cells with different creatives are separate blocks', () => {
	const cells = [shown(200), shown(201, { accountId: 'ben' }), shown(202, { creativeId: 'two' })]
	expect(shownBlocks(cells).map(block => [block.accountId, block.cells])).toEqual([
		['ada', [200]],
		['ben', [201]],
		['ada', [202]],
	])
})
