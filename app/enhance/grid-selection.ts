import { type Cell, cellsByIds } from '~/domain/grid/layout'
import { checkNextPick, selectionFromCoordinates } from '~/domain/grid/rules'
import { cellOf, readoutOf } from './grid-cells'

/**
 * Says at once what the server would say later (specification 2, section 5): one type, adjacent cells. With Shift,
 * everything between the last cell and this one is chosen.
 */
export function guideSelection(cells: HTMLElement) {
	const inputs = [...cells.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')]
	if (inputs.length === 0) return
	const byId = new Map(inputs.map(input => [Number(input.value), input]))
	const readout = readoutOf(cells)
	let last: Cell | undefined

	const chosen = () => cellsByIds(inputs.filter(input => input.checked).map(input => Number(input.value)))
	const say = (message: string | null) => {
		if (!readout) return
		readout.ariaLive = message ? 'assertive' : 'off'
		readout.toggleAttribute('data-problem', message !== null)
		if (message) readout.textContent = message
	}

	cells.addEventListener('click', event => {
		const cell = cellOf(event.target)
		if (!event.shiftKey || !cell || !last || last.type !== cell.type) return
		const between = selectionFromCoordinates(cell.type, last, cell)
		if (!between.ok || !between.ids.every(id => byId.has(id))) return
		for (const id of between.ids) {
			const input = byId.get(id)
			if (input && input !== event.target) input.checked = true
		}
		// The browser has toggled this one already, and would undo it if the event were stopped.
		if (event.target instanceof HTMLInputElement && !event.target.checked) event.target.checked = true
	})
	cells.addEventListener('change', event => {
		const input = event.target
		const cell = cellOf(input)
		if (!(input instanceof HTMLInputElement) || !cell) return
		const others = chosen().filter(other => other.id !== cell.id)
		const problem = input.checked ? checkNextPick(others, cell) : null
		if (problem) input.checked = false
		else last = cell
		say(problem)
	})
}
