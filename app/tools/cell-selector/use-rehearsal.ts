import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Cell } from '~/domain/grid/layout'
import type { DrawnCells } from './drawn-cells'

/** What has run that often is translated into code of the machine, and no slower than later. */
const REHEARSALS = 4

/**
 * Chooses a cell and takes it back, unseen, while the browser has nothing else to do: what has run before answers in
 * half of the time, so that the first tick is as quick as the others. `mayBegin`: nobody has chosen or typed anything.
 */
export function useRehearsal(
	cells: DrawnCells | undefined,
	mayBegin: () => boolean,
	choose: (cell: Cell) => void,
	takeBack: () => void,
): void {
	const rehearse = useEffectEvent(() => {
		const cell = cells?.cellOf(cells.element.querySelector('[data-run="tiny"] > input'))
		if (!cell || !mayBegin()) return false
		flushSync(() => choose(cell))
		// Styles are matched and words are set as well; only a frame would be painted.
		cells?.element.getBoundingClientRect()
		flushSync(takeBack)
		return true
	})
	useEffect(() => {
		if (!cells || !('requestIdleCallback' in window)) return
		let left = REHEARSALS
		let waiting: number
		const next = () => {
			waiting = requestIdleCallback(() => {
				left -= 1
				if (rehearse() && left > 0) next()
			})
		}
		next()
		return () => cancelIdleCallback(waiting)
	}, [cells])
}
