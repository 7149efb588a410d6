import { CELL_COUNT } from '../layout'

/* Any selection in an address: "112-151.160" is far shorter than a field for each of up to 1,151 cells. Pure. */

/** "112-151.160": ids as runs, in ascending order, each once. */
export function rangesText(ids: Iterable<number>): string {
	const runs: [from: number, to: number][] = []
	for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
		const last = runs.at(-1)
		if (last && last[1] === id - 1) last[1] = id
		else runs.push([id, id])
	}
	return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join('.')
}

/**
 * The ids that a text of {@link rangesText} stands for; what is no cell of the grid, or no such text, stands for none.
 */
export function readRanges(text: string | null): number[] {
	if (text === null || text.length > 4_000 || !/^\d{1,4}(-\d{1,4})?(\.\d{1,4}(-\d{1,4})?)*$/.test(text))
		return []
	const ids = new Set<number>()
	for (const run of text.split('.')) {
		const [from = 0, to = from] = run.split('-').map(Number)
		for (let id = Math.max(1, from); id <= Math.min(to, CELL_COUNT); id++) ids.add(id)
	}
	return [...ids].sort((a, b) => a - b)
}
