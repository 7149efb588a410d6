import { setImmediate as othersTurn } from 'node:timers/promises'

/* SQLite takes so many values in one query. */
const AT_ONCE = 500

/** Rows for many values, some at a time. */
export async function inParts<Value, Row>(
	values: readonly Value[],
	read: (some: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
	const rows: Row[] = []
	for (let from = 0; from < values.length; from += AT_ONCE) {
		rows.push(...(await read(values.slice(from, from + AT_ONCE))))
	}
	return rows
}

const TURN_MS = 10

/** Maps items and lets other requests be answered in between: a thousand long texts take half a second. */
export async function mapInBatches<Item, Result>(
	items: readonly Item[],
	step: (item: Item) => Result,
): Promise<Result[]> {
	const results: Result[] = []
	let began = performance.now()
	for (const item of items) {
		results.push(step(item))
		if (performance.now() - began < TURN_MS) continue
		await othersTurn()
		began = performance.now()
	}
	return results
}
