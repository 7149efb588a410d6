import { expect, test } from 'vitest'
import { CELLS } from '~/domain/grid/layout'
import type { CellState, PublishedBlock } from '~/domain/grid/rules'
import { drawCells, type GridDrawing } from './draw.server'

const prices = { large: 1_000_000_000, medium: 100_000_000, small: 50_000_000, tiny: 10_000_000 }

function draw(changes: Partial<GridDrawing> & { state?: Record<number, CellState> } = {}): string {
	const { state = {}, ...rest } = changes
	const states = CELLS.map(cell => state[cell.id] ?? 'available')
	return drawCells({ mode: 'public', states, prices, ...rest })
}

function block(cells: number[], changes: Partial<PublishedBlock> = {}): PublishedBlock {
	const link = 'https://shop.example/'
	return { creativeId: 'c', imageKey: 'k', description: 'A shop', link, cells, ...changes }
}

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0

test('draws every cell once, in order of its id', () => {
	const ids = [...draw().matchAll(/data-cell="(\d+)"/g)].map(match => Number(match[1]))
	expect(ids).toEqual(CELLS.map(cell => cell.id))
})

test('an empty public grid stays small', () => {
	expect(draw().length).toBeLessThan(65_000)
})

test('in buy mode, available cells are labelled check boxes, and selected ones are checked', () => {
	const html = draw({ mode: 'buy', state: { 112: 'user-reserved' }, selected: new Set([113]) })
	expect(count(html, /<input data-cell="\d+"[^>]* type="checkbox"/g)).toBe(1_150)
	expect(html).toContain('<span data-cell="112" data-state="user-reserved"></span>')
	expect(html).toContain('aria-label="Tiny pixel, row 8, column 3, £100,000, available"')
	expect(html.match(/<input[^>]*checked=""[^>]*>/g)?.map(input => /value="(\d+)"/.exec(input)?.[1])).toEqual([
		'113',
	])
})

test('in manage mode, owned cells are check boxes; on dashboards no cell can be picked', () => {
	expect(count(draw({ mode: 'manage', state: { 1: 'owned', 2: 'owned' } }), /type="checkbox"/g)).toBe(2)
	expect(draw({ mode: 'dashboard', state: { 1: 'owned' } })).not.toContain('<input')
})

test('a rectangular block is one link in its first cell', () => {
	const html = draw({ blocks: [block([112, 113, 152, 153])] })
	expect(count(html, /<a /g)).toBe(1)
	expect(html).toMatch(
		/data-cell="112"[^>]*><a class="block-link wide-2 high-2"[^>]* href="https:\/\/shop\.example\/"/,
	)
	expect(html).toContain('rel="noopener nofollow ugc"')
})

test('a block of another shape is a link in each cell with one tab stop and lines at its outer edges', () => {
	const html = draw({ blocks: [block([112, 113, 152])] })
	expect(count(html, /<a /g)).toBe(3)
	expect(count(html, /tabindex="-1"/g)).toBe(2)
	expect(html).toMatch(/data-cell="112"[^>]*><a class="block-link wide-1 high-1" data-edges=""/)
})

test('invited cells are never links', () => {
	expect(count(draw({ blocks: [block([112])], state: { 112: 'invited' } }), /<a /g)).toBe(0)
	const html = draw({ blocks: [block([112, 113])], state: { 113: 'invited' } })
	expect(html).toContain('class="block-link wide-1 high-1"')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://files.example/', 'not a link', ''])(
	'%j is not rendered as a link',
	link => {
		const html = draw({ blocks: [block([112], { link })] })
		expect(html).not.toContain('<a ')
		expect(html).toContain('A shop')
	},
)

test('escapes the text of owners', () => {
	const html = draw({ blocks: [block([112], { description: '<img src=x onerror=alert(1)> $& $1' })] })
	expect(html).not.toContain('<img')
	expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; $&amp; $1')
})
