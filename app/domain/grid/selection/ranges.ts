import { CELL_COUNT } from '../layout'

/* A selection in an address: "112-151.160" is far shorter than a parameter for each of up to 1,151 cells. */

/** Formats ids as ranges, ascending and without duplicates: "112-151.160". */
export function formatIdRanges(ids: Iterable<number>): string {
	const runs: [from: number, to: number][] = []
	for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
		const last = runs.at(-1)
		if (last && last[1] === id - 1) last[1] = id
		else runs.push([id, id])
	}
	return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join('.')
}

/** Parses a text of {@link formatIdRanges}; ignores anything that is no cell of the grid. */
export function parseIdRanges(text: string | null): number[] {
	if (text === null || text.length > 4_000 || !/^\d{1,4}(-\d{1,4})?(\.\d{1,4}(-\d{1,4})?)*$/.test(text))
		return []
	const ids = new Set<number>()
	for (const run of text.split('.')) {
		const [from = 0, to = from] = run.split('-').map(Number)
		for (let id = Math.max(1, from); id <= Math.min(to, CELL_COUNT); id++) ids.add(id)
	}
	return [...ids].sort((a, b) => a - b)
}
