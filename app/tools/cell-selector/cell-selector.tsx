import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Cell, type CellType, cellsByIds, type UnitRect } from '~/domain/grid/layout'
import { isSingleMode, type Picked, type PickMode } from '~/domain/grid/selection/picking'
import { type Action, SelectionBar } from './bar'
import { Coordinates, type CoordinatesProps, writeCoordinates } from './coordinates'
import { DrawnCells } from './drawn-cells'
import { followPointer } from './mark-rulers'
import { findHiddenSides, Overview, useViewport } from './overview'
import { RubberBand, SelectionFrames } from './rubber-band'
import { SelectionPreview } from './selection-preview'
import { readToolMarkup, StaticMarkup, type ToolMarkup } from './tool-markup'
import { Toolbar } from './toolbar'
import { type Drag, useDrag } from './use-drag'
import { readKeptSelection, useSelection, useSuggestionsFold } from './use-selection'
import { useZoom } from './use-zoom'

export type CellSelectorProps = {
	mode: PickMode
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	/** Ids of the cells that the server has ticked. */
	selected: readonly number[]
	/** The region that is shown enlarged, if any. */
	region: UnitRect | null
	actions: readonly Action[]
	/** The text while nothing is selected. */
	hint: string
	coordinates: CoordinatesProps | null
}

/**
 * Selects cells of the grid, inside a form whose checkboxes they are, at the height of the window. Without scripts it
 * is that form with coordinates and enlarged views; with them a drawing tool. `drawn`: on the server only.
 */
export function CellSelector(props: CellSelectorProps & { drawn?: ToolMarkup }) {
	const { mode, prices, region, actions, hint, coordinates } = props
	const [drawn] = useState(() => props.drawn ?? readToolMarkup())
	const root = useRef<HTMLDivElement>(null)
	const [cells, setCells] = useState<DrawnCells>()
	const [isDrawingByFinger, setDrawingByFinger] = useState(false)
	const [problem, setProblem] = useState<Extract<Picked, { ok: false }> | null>(null)
	const last = useRef<Cell | undefined>(undefined)
	const { selected, choose, reset, undo, redo, canUndo, canRedo } = useSelection(props.selected)
	const { zoom, zoomIn, zoomOut, approach } = useZoom(cells ? root.current : null, () =>
		cells ? cells.findElement(last.current ?? cellsByIds(selected)[0]) : null,
	)
	const chosen = useMemo(() => cellsByIds(selected), [selected])
	const viewport = useViewport(cells, zoom)

	/* Takes over the browser's checkboxes: ticked before the tool loaded, or restored from an earlier visit. */
	useEffect(() => {
		const element = root.current?.querySelector<HTMLElement>('.cells')
		if (!element) return
		const found = new DrawnCells(element, region ?? undefined)
		const hidden = props.selected.filter(id => !found.has(id))
		const ticked = [...found.ticked, ...hidden]
		const changed = ticked.length !== props.selected.length || ticked.some(id => !props.selected.includes(id))
		const kept = readKeptSelection()?.filter(id => found.canTick(id) || hidden.includes(id))
		const ids = changed || !kept ? ticked : kept
		found.tick(ids)
		reset(ids)
		setCells(found)
	}, [region, props.selected, reset])

	useLayoutEffect(() => cells?.tick(selected), [cells, selected])
	useEffect(() => {
		const sheet = root.current?.querySelector<HTMLElement>('.pixel-sheet')
		return cells && sheet ? followPointer(sheet, cells, chosen) : undefined
	}, [cells, chosen])

	const isEmpty = selected.length === 0
	useSuggestionsFold(root, isEmpty)

	const chooseNow = (ids: readonly number[]) => {
		setProblem(null)
		choose(ids)
		writeCoordinates(root.current, ids)
	}
	const applyPicked = (picked: Picked, cell: Cell) => {
		if (picked.ok) {
			last.current = cell
			chooseNow(picked.ids)
		} else setProblem(picked)
		cells?.tick(picked.ok ? picked.ids : selected, cell.id)
	}
	const drag = useDrag(cells, {
		mode,
		byFinger: isDrawingByFinger,
		done: ({ to, picked }) => applyPicked(picked, to),
	})
	/** The rectangle stretched with Shift and the arrow keys. */
	const [stretched, setStretched] = useState<Drag | null>(null)

	const isTouch = useRef(false)
	const handleClick = useEffectEvent((event: MouseEvent) => {
		const cell = cells?.findCell(event.target)
		const element = cells?.findElement(cell)
		if (!cells || !cell || !element) return
		if (isTouch.current && !isDrawingByFinger && approach(element)) {
			last.current = cell
			return cells.tick(selected, cell.id)
		}
		const from = last.current
		const isRectangle = event.shiftKey && from?.type === cell.type && !isSingleMode(mode)
		const picked = isRectangle ? cells.pickRectangle(mode, from, cell) : cells.pick(mode, selected, cell)
		applyPicked(picked, cell)
	})
	const handleKey = useEffectEvent((event: KeyboardEvent) => {
		const isCommand = event.ctrlKey || event.metaKey
		const key = event.key.toLowerCase()
		const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
		const focused = cells?.findCell(document.activeElement)
		const extendStretch = () => {
			const from = stretched?.from ?? cells?.findCell(event.target)
			if (!cells || !from || !focused) return
			setStretched({ from, to: focused, picked: cells.pickRectangle(mode, from, focused) })
		}
		const tick = () => {
			if (stretched) applyPicked(stretched.picked, stretched.to)
			else if (cells && focused) applyPicked(cells.pick(mode, selected, focused), focused)
		}
		const isOnCell = event.target instanceof HTMLInputElement && focused !== undefined
		const step = {
			z: isCommand && !isTyping ? (event.shiftKey ? redo : undo) : undefined,
			y: isCommand && !isTyping ? redo : undefined,
			escape: stretched ? () => undefined : selected.length > 0 ? () => chooseNow([]) : undefined,
			'+': isCommand || isTyping ? undefined : zoomIn,
			'-': isCommand || isTyping ? undefined : zoomOut,
			' ': stretched ? tick : undefined,
			// Without scripts, Enter in a cell sends the form.
			enter: isOnCell ? tick : undefined,
		}[key]
		if (event.shiftKey && key.startsWith('arrow') && focused && !isSingleMode(mode)) return extendStretch()
		if (key !== 'shift') setStretched(null)
		if (!step) return
		event.preventDefault()
		setProblem(null)
		step()
	})
	useEffect(() => {
		const element = root.current
		if (!cells || !element) return
		const listening = new AbortController()
		const onPointerDown = (event: PointerEvent) => {
			isTouch.current = event.pointerType === 'touch'
			setStretched(null)
		}
		cells.element.addEventListener('pointerdown', onPointerDown, listening)
		cells.element.addEventListener('click', event => handleClick(event), listening)
		element.addEventListener('keydown', event => handleKey(event), listening)
		return () => listening.abort()
	}, [cells])

	const moveTo = ({ x, y }: { x: number; y: number }) => {
		const pane = root.current?.querySelector('.pixel-view')
		if (!pane || !cells || !viewport) return
		const unit = pane.clientWidth / viewport.w
		pane.scrollBy((x - viewport.x - viewport.w / 2) * unit, (y - viewport.y - viewport.h / 2) * unit)
	}
	const showSelection = () =>
		cells?.findElement(chosen[0])?.scrollIntoView({ block: 'center', inline: 'center' })

	const { x, y, w, h } = region ?? { x: 0, y: 0, w: Infinity, h: Infinity }
	const isShown = (cell: Cell) => cell.x >= x && cell.x < x + w && cell.y >= y && cell.y < y + h
	const rectangle = drag ?? stretched
	const away = findHiddenSides(viewport, chosen)
	const canvas = cells?.element.parentElement
	return (
		<pixel-grid>
			<div
				ref={root}
				className="tool"
				data-ready={cells ? '' : undefined}
				data-draws={isDrawingByFinger || undefined}
				data-chosen={isEmpty ? undefined : ''}
			>
				{chosen
					.filter(cell => !isShown(cell))
					.map(({ id }) => (
						<input key={id} type="hidden" name="cell" value={id} />
					))}
				<StaticMarkup part="head" drawn={drawn} />
				<Toolbar
					isReady={cells !== undefined}
					zoom={zoom}
					zoomIn={zoomIn}
					zoomOut={zoomOut}
					undo={canUndo ? undo : undefined}
					redo={canRedo ? redo : undefined}
					fingerDrawing={
						isSingleMode(mode) ? undefined : { isOn: isDrawingByFinger, set: setDrawingByFinger }
					}
				/>
				<section id="grid" className="pixel-grid tool-board" aria-label="The grid" data-mode={mode}>
					<StaticMarkup part="table" drawn={drawn} />
					{canvas
						? createPortal(<SelectionFrames chosen={chosen.filter(isShown)} origin={region} />, canvas)
						: null}
					{rectangle && canvas
						? createPortal(<RubberBand drag={rectangle} prices={prices} origin={region} />, canvas)
						: null}
					{viewport && cells ? (
						<Overview viewport={viewport} selected={chosen} cells={cells} moveTo={moveTo} />
					) : null}
					{away ? (
						<button type="button" className={`show-selection ${away}`} onClick={showSelection}>
							Show selection
						</button>
					) : null}
				</section>
				<div className="tool-rest" id="after-grid" tabIndex={-1}>
					<StaticMarkup part="about" drawn={drawn} />
					{chosen.length > 0 ? <SelectionPreview cells={cells} chosen={chosen} /> : null}
					<StaticMarkup part="suggest" drawn={drawn} />
					{coordinates ? (
						<Coordinates {...coordinates} mode={mode} prices={prices} selected={selected} actions={actions} />
					) : null}
					<StaticMarkup part="legend" drawn={drawn} />
				</div>
				<SelectionBar
					mode={mode}
					isReady={cells !== undefined}
					cells={chosen}
					states={cells ? chosen.filter(({ id }) => cells.has(id)).map(cell => cells.getState(cell)) : []}
					prices={prices}
					problem={problem}
					hint={hint}
					actions={actions}
					chooseNow={chooseNow}
					showMessage={message => setProblem({ ok: false, message, taken: [] })}
					hasPlaces={drawn.suggest !== ''}
				/>
			</div>
		</pixel-grid>
	)
}
