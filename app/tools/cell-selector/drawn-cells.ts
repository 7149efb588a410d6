import { CANVAS, type Cell, cellsByIds, type UnitRect } from '~/domain/grid/layout'
import type { CellState } from '~/domain/grid/rules'
import { type Picked, type PickMode, pickCell, pickRectangle } from '~/domain/grid/selection/picking'
import { readCell, readCellState } from '~/elements/grid/grid-cells'

/** A published block: its name, and those of its cells that are drawn. */
export type ShownBlock = { readonly name: string; readonly cells: readonly Cell[] }

/** The cells as the server has rendered them: the tool changes them directly, outside React. */
export class DrawnCells {
	readonly element: HTMLElement
	readonly #elements = new Map<number, HTMLElement>()
	readonly #blocks = new Map<number, ShownBlock>()
	readonly #box: UnitRect
	#ticked: Set<number>

	constructor(element: HTMLElement, box: UnitRect = { x: 0, y: 0, w: CANVAS.width, h: CANVAS.height }) {
		this.element = element
		this.#box = box
		for (const cell of element.querySelectorAll<HTMLElement>('[data-cell]')) {
			this.#elements.set(Number(cell.dataset['cell']), cell)
		}
		for (const { dataset } of element.querySelectorAll<HTMLElement>('[data-block]')) {
			const block = {
				name: dataset['name'] ?? '',
				cells: cellsByIds(dataset['block']?.split(' ').map(Number) ?? []),
			}
			for (const { id } of block.cells) this.#blocks.set(id, block)
		}
		this.#ticked = new Set(this.ticked)
	}

	/** The ids ticked in the page. */
	get ticked(): number[] {
		const inputs = this.element.querySelectorAll<HTMLInputElement>('input:checked')
		return [...inputs].map(input => Number(input.value))
	}

	/** Ticks these cells and no others. `touched`: a cell that the browser itself may have changed. */
	tick(ids: readonly number[], touched?: number): void {
		const wanted = new Set(ids)
		const changed = new Set([...this.#ticked, ...wanted, ...(touched === undefined ? [] : [touched])])
		for (const id of changed) {
			const input = this.#elements.get(id)
			if (input instanceof HTMLInputElement && input.checked !== wanted.has(id))
				input.checked = wanted.has(id)
		}
		this.#ticked = wanted
	}

	has(id: number): boolean {
		return this.#elements.has(id)
	}

	canTick(id: number): boolean {
		return this.#elements.get(id) instanceof HTMLInputElement
	}

	getState(cell: Cell): CellState {
		const element = this.#elements.get(cell.id)
		return element ? readCellState(element) : 'available'
	}

	/** Returns why a cell cannot be selected whatever its state, according to the server. */
	whyBarred(cell: Cell): string | null {
		return this.#elements.get(cell.id)?.dataset['why'] ?? null
	}

	/** Returns the published block that the cell belongs to. */
	findBlock(cell: Cell): ShownBlock | undefined {
		return this.#blocks.get(cell.id)
	}

	/** Applies a click to a selection. */
	pick(mode: PickMode, selected: readonly number[], cell: Cell): Picked {
		const [state, barred] = [this.getState(cell), this.whyBarred(cell)]
		return pickCell(mode, selected, cell, state, barred, this.findBlock(cell)?.name)
	}

	/** Applies a rectangle drawn from one cell to another. */
	pickRectangle(mode: PickMode, from: Cell, to: Cell): Picked {
		const [getState, whyBarred] = [(cell: Cell) => this.getState(cell), (cell: Cell) => this.whyBarred(cell)]
		return pickRectangle(mode, from, to, getState, whyBarred)
	}

	findElement(cell: Cell | undefined): HTMLElement | null {
		return (cell && this.#elements.get(cell.id)) ?? null
	}

	findCell(target: EventTarget | null): Cell | undefined {
		return readCell(target)
	}

	/** Converts a point of the window to units of the canvas. */
	unitsAt({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
		const rect = this.element.getBoundingClientRect()
		const unit = rect.width / this.#box.w
		return { x: this.#box.x + (clientX - rect.left) / unit, y: this.#box.y + (clientY - rect.top) / unit }
	}
}
