import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Cell } from '~/domain/grid/layout'
import type { DrawnCells } from './drawn-cells'

/**
 * Chooses a cell and takes it back, unseen, while the browser has nothing else to do: what has run once answers in half
 * of the time, so that the first tick is as quick as the others. `mayBegin`: nobody has chosen or typed anything.
 */
export function useRehearsal(
	cells: DrawnCells | undefined,
	mayBegin: () => boolean,
	choose: (cell: Cell) => void,
	takeBack: () => void,
): void {
	const rehearse = useEffectEvent(() => {
		const cell = cells?.cellOf(cells.element.querySelector('[data-run="tiny"] > input'))
		if (!cell || !mayBegin()) return
		flushSync(() => choose(cell))
		flushSync(takeBack)
	})
	useEffect(() => {
		if (!cells || !('requestIdleCallback' in window)) return
		const waiting = requestIdleCallback(() => rehearse())
		return () => cancelIdleCallback(waiting)
	}, [cells])
}
