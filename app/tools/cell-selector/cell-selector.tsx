import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Cell, type CellType, cellsByIds } from '~/domain/grid/layout'
import { regionById } from '~/domain/grid/regions'
import type { PublishedBlock } from '~/domain/grid/rules'
import { isSingle, type PickMode, pickCell, pickRectangle } from '~/domain/grid/selection/picking'
import { Grid } from '~/ui/grid/grid'
import { type Action, SelectionBar } from './bar'
import { Coordinates, type CoordinatesProps, writeCoordinates } from './coordinates'
import { DrawnCells } from './drawn-cells'
import { Rubber } from './rubber'
import { Toolbar } from './toolbar'
import { useDrag } from './use-drag'
import { keptSelection, useSelection } from './use-selection'
import { useZoom } from './use-zoom'
import { Views } from './views'

export type CellSelectorProps = {
	mode: PickMode
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	/** Ids of the cells that the server has ticked. */
	selected: readonly number[]
	/** The region that is shown larger, if it is one. */
	view: string | null
	/** The page's own address, to which views are added. */
	path: string
	compositeHash: string | null
	/** Images of one's own that the public does not see yet. */
	own: readonly PublishedBlock[]
	actions: readonly Action[]
	/** What the bar says while nothing is selected. */
	hint: string
	coordinates: CoordinatesProps | null
}

/**
 * Choosing cells of the grid, inside of a form whose check boxes they are. Without scripts it is that form with
 * coordinates and larger views; with them a drawing board. `html` is the drawn grid, for the server alone.
 */
export function CellSelector(props: CellSelectorProps & { html?: string }) {
	const { mode, prices, view, path, compositeHash, own, actions, hint, coordinates } = props
	const [html] = useState(() => props.html ?? drawnCells())
	const region = regionById(view)
	const root = useRef<HTMLDivElement>(null)
	const [cells, setCells] = useState<DrawnCells>()
	const [drawsByFinger, setDrawsByFinger] = useState(false)
	const [problem, setProblem] = useState<string | null>(null)
	const last = useRef<Cell | undefined>(undefined)
	const { selected, choose, takeOver, undo, redo, canUndo, canRedo } = useSelection(props.selected)
	const { zoom, zoomIn, zoomOut } = useZoom(cells ? root.current : null, () =>
		cells ? cells.elementOf(last.current ?? cellsByIds(selected)[0]) : null,
	)

	/* What the browser holds already is taken over: ticks from before the tool came, or from an earlier visit to this
	   page. */
	useEffect(() => {
		const element = root.current?.querySelector<HTMLElement>('.cells')
		if (!element) return
		const drawn = new DrawnCells(element, region)
		const hidden = props.selected.filter(id => !drawn.has(id))
		const ticked = [...drawn.ticked, ...hidden]
		const changed = ticked.length !== props.selected.length || ticked.some(id => !props.selected.includes(id))
		const kept = keptSelection()?.filter(id => drawn.canTick(id) || hidden.includes(id))
		const ids = changed || !kept ? ticked : kept
		drawn.tick(ids)
		takeOver(ids)
		setCells(drawn)
	}, [region, props.selected, takeOver])

	useLayoutEffect(() => cells?.tick(selected), [cells, selected])

	const chooseNow = (ids: readonly number[]) => {
		setProblem(null)
		choose(ids)
		writeCoordinates(root.current, ids)
	}
	const settle = (picked: ReturnType<typeof pickCell>, cell: Cell) => {
		if (picked.ok) {
			last.current = cell
			chooseNow(picked.ids)
		} else setProblem(picked.message)
		cells?.tick(picked.ok ? picked.ids : selected, cell.id)
	}
	const drag = useDrag(cells, {
		mode,
		byFinger: drawsByFinger,
		done: ({ to, picked }) => settle(picked, to),
	})

	const click = useEffectEvent((event: MouseEvent) => {
		const cell = cells?.cellOf(event.target)
		if (!cells || !cell) return
		const stateOf = (one: Cell) => cells.stateOf(one)
		const barredOf = (one: Cell) => cells.barredOf(one)
		const from = last.current
		const isRectangle = event.shiftKey && from?.type === cell.type && !isSingle(mode)
		settle(
			isRectangle
				? pickRectangle(mode, from, cell, stateOf, barredOf)
				: pickCell(mode, selected, cell, stateOf(cell), barredOf(cell)),
			cell,
		)
	})
	const press = useEffectEvent((event: KeyboardEvent) => {
		const isCommand = event.ctrlKey || event.metaKey
		const key = event.key.toLowerCase()
		const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'number'
		const step = {
			z: isCommand && !isTyping ? (event.shiftKey ? redo : undo) : undefined,
			y: isCommand && !isTyping ? redo : undefined,
			escape: selected.length > 0 ? () => chooseNow([]) : undefined,
			'+': isCommand || isTyping ? undefined : zoomIn,
			'-': isCommand || isTyping ? undefined : zoomOut,
		}[key]
		if (!step) return
		event.preventDefault()
		setProblem(null)
		step()
	})
	useEffect(() => {
		const element = root.current
		if (!cells || !element) return
		const listening = new AbortController()
		cells.element.addEventListener('click', event => click(event), listening)
		element.addEventListener('keydown', event => press(event), listening)
		return () => listening.abort()
	}, [cells])

	const outside = region ? selected.filter(id => !region.cells.some(cell => cell.id === id)) : []
	return (
		<div ref={root} className="cell-selector" data-draws={drawsByFinger || undefined}>
			{outside.map(id => (
				<input key={id} type="hidden" name="cell" value={id} />
			))}
			<Views region={region} selected={props.selected} path={path} />
			<Grid
				mode={mode}
				html={html}
				compositeHash={compositeHash}
				own={own}
				region={region}
				toolbar={
					<Toolbar
						works={cells !== undefined}
						zoom={zoom}
						zoomIn={zoomIn}
						zoomOut={zoomOut}
						undo={canUndo ? undo : undefined}
						redo={canRedo ? redo : undefined}
						draws={isSingle(mode) ? undefined : { byFinger: drawsByFinger, set: setDrawsByFinger }}
					/>
				}
				overlay={drag ? <Rubber drag={drag} prices={prices} origin={region} /> : null}
			/>
			{coordinates ? (
				<Coordinates {...coordinates} mode={mode} prices={prices} selected={selected} actions={actions} />
			) : null}
			<SelectionBar
				mode={mode}
				works={cells !== undefined}
				cells={cellsByIds(selected)}
				states={
					cells ? cellsByIds(selected.filter(id => cells.has(id))).map(cell => cells.stateOf(cell)) : []
				}
				prices={prices}
				problem={problem}
				hint={hint}
				actions={actions}
				clear={() => chooseNow([])}
				say={setProblem}
			/>
		</div>
	)
}

/* Read back from the page, so that the grid is there whatever has changed the page before React came (a translator,
   say). */
function drawnCells(): string {
	return document.querySelector('tool-island .cells')?.innerHTML ?? ''
}
