import type { Cell } from '~/domain/grid/layout'

/** Shows the numbers of the type of these cells along the edges, theirs in gold. */
export function markRulers(sheet: HTMLElement, cells: readonly Cell[]): void {
	const type = cells[0]?.type === 'large' ? 'small' : cells[0]?.type
	if (!type) return
	sheet.dataset['ruler'] = type
	for (const number of sheet.querySelectorAll('[data-now]')) number.removeAttribute('data-now')
	for (const [selector, key] of [
		[`.scale-${type} > span`, 'col'],
		['.ruler-rows > span', 'row'],
	] as const) {
		const own = new Set(cells.map(cell => cell[key]))
		for (const number of sheet.querySelectorAll(selector)) {
			if (own.has(Number(number.textContent))) number.setAttribute('data-now', '')
		}
	}
}
