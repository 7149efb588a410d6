import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react'

/** The history of a selection: ids of cells, newest last. */
type Steps = {
	readonly past: readonly (readonly number[])[]
	readonly now: readonly number[]
	readonly future: readonly (readonly number[])[]
}
export type Step = { kind: 'choose' | 'reset'; ids: readonly number[] } | { kind: 'undo' } | { kind: 'redo' }

const MAX_STEPS = 100
const KEEP_AFTER_MS = 250

/** Applies a step to the history of a selection. */
export function applyStep({ past, now, future }: Steps, step: Step): Steps {
	switch (step.kind) {
		case 'reset':
			return { past: [], now: step.ids, future: [] }
		case 'choose':
			if (sameIds(step.ids, now)) return { past, now, future }
			return { past: [...past, now].slice(-MAX_STEPS), now: step.ids, future: [] }
		case 'undo': {
			const before = past.at(-1)
			return before
				? { past: past.slice(0, -1), now: before, future: [now, ...future] }
				: { past, now, future }
		}
		case 'redo': {
			const [after, ...rest] = future
			return after ? { past: [...past, now], now: after, future: rest } : { past, now, future }
		}
	}
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
	return a.length === b.length && new Set([...a, ...b]).size === a.length
}

/** A selection with undo and redo that survives leaving the page and coming back to it. */
export function useSelection(drawn: readonly number[]) {
	const [{ past, now, future }, dispatch] = useReducer(applyStep, { past: [], now: drawn, future: [] })
	const hasSteps = past.length + future.length > 0
	useEffect(() => {
		if (!hasSteps) return
		// Delayed, because it is slow and must not block each step; at the latest when the page is left.
		const timer = setTimeout(() => storeSelection(now), KEEP_AFTER_MS)
		const leave = () => storeSelection(now)
		window.addEventListener('beforeunload', leave)
		return () => {
			clearTimeout(timer)
			window.removeEventListener('beforeunload', leave)
		}
	}, [hasSteps, now])
	return {
		selected: now,
		canUndo: past.length > 0,
		canRedo: future.length > 0,
		choose: useCallback((ids: readonly number[]) => dispatch({ kind: 'choose', ids }), []),
		reset: useCallback((ids: readonly number[]) => dispatch({ kind: 'reset', ids }), []),
		undo: useCallback(() => dispatch({ kind: 'undo' }), []),
		redo: useCallback(() => dispatch({ kind: 'redo' }), []),
	}
}

/* The browser's history entry stores the selection, so that it survives Back, a reload, and a dropped connection. */
const KEY = 'selected'

function storeSelection(ids: readonly number[]) {
	history.replaceState({ ...stateOfEntry(), [KEY]: ids }, '')
}

/** Returns the selection when this page was left; undefined on a first visit. */
export function readKeptSelection(): number[] | undefined {
	const kept = stateOfEntry()[KEY]
	return Array.isArray(kept) ? kept.filter(id => typeof id === 'number') : undefined
}

function stateOfEntry(): Record<string, unknown> {
	const state: unknown = history.state
	return typeof state === 'object' && state !== null ? { ...state } : {}
}

/** Closes the suggested places below `root` once something is selected, and opens them when nothing is any more. */
export function useSuggestionsFold(root: RefObject<HTMLElement | null>, isEmpty: boolean): void {
	const wasEmpty = useRef(isEmpty)
	useEffect(() => {
		const fold = root.current?.querySelector<HTMLDetailsElement>('#suggest')
		if (fold && wasEmpty.current !== isEmpty) fold.open = isEmpty
		wasEmpty.current = isEmpty
	}, [root, isEmpty])
}
