import { CELL_TYPES, cellsByIds } from '~/domain/grid/layout'
import { checkSelection } from '~/domain/grid/rules'
import { formatPounds, poundsInWords } from '~/domain/money'
import { selectionWords } from '~/domain/orders/selection'
import { find } from './find'

/** Keeps the line under the grid true while cells are ticked: how many, where, what they cost, and what is still missing. */
export function enhanceSelections(root: ParentNode) {
	for (const form of find(root, 'selection', HTMLFormElement)) {
		const output = form.querySelector<HTMLElement>('[data-selection-output]')
		const words = form.querySelector<HTMLElement>('[data-selection-words]')
		const price = form.querySelector<HTMLElement>('[data-selection-price]')
		const problem = form.querySelector<HTMLElement>('[data-selection-problem]')
		if (!output || !words || !price || !problem) continue
		const prices = new Map(CELL_TYPES.map(type => [type, Number(output.dataset[type])]))
		const show = () => {
			const ticked = [...form.querySelectorAll<HTMLInputElement>('input[name="cell"]:checked')]
			const ids = ticked.map(input => Number(input.value))
			const pence = cellsByIds(ids).reduce((sum, cell) => sum + (prices.get(cell.type) ?? 0), 0)
			const checked = checkSelection(ids)
			words.textContent = selectionWords(ids)
			price.textContent =
				ids.length > 0
					? `${formatPounds(pence)} · ${poundsInWords(pence)}`
					: 'Choose pixels to see the price.'
			problem.hidden = ids.length === 0 || checked.ok
			problem.textContent = checked.ok ? '' : checked.message
		}
		form.addEventListener('change', show)
		// A browser that comes back may have ticked other cells than the server.
		show()
	}
}
