import { useRef, useState } from 'react'
import type { Degrees, Framing } from '~/domain/creatives/framing'

/** Changes closer together than this are undone as one. */
const ONE_CHANGE_MS = 600

/** Framing and rotation of an image. `changeFraming` and `rotate` can be undone. */
export function useFraming(drawn: { framing: Framing; rotation: Degrees }) {
	const [rotation, setRotation] = useState(drawn.rotation)
	const [framing, setFraming] = useState(drawn.framing)
	const past = useRef<{ framing: Framing; rotation: Degrees }[]>([])
	const changedAt = useRef(0)
	const [canUndo, setCanUndo] = useState(false)

	/* Changes in quick succession, as in a drag, are undone together. */
	const storePrevious = () => {
		const now = Date.now()
		if (now - changedAt.current > ONE_CHANGE_MS) past.current.push({ framing, rotation })
		changedAt.current = now
		setCanUndo(true)
	}
	const changeFraming = (next: (before: Framing) => Framing) => {
		storePrevious()
		setFraming(next)
	}
	const rotate = (next: Degrees) => {
		// Undone separately, however soon it follows a drag.
		changedAt.current = 0
		storePrevious()
		changedAt.current = 0
		setRotation(next)
	}
	const undo = () => {
		const before = past.current.pop()
		if (before) {
			setFraming(before.framing)
			setRotation(before.rotation)
		}
		changedAt.current = 0
		setCanUndo(past.current.length > 0)
	}
	return { framing, rotation, setFraming, setRotation, changeFraming, rotate, undo, canUndo }
}
