import { expect, test } from 'vitest'
import { z } from 'zod'
import { orderedId } from './ordered-id.server'

test('an id is a UUID of version 7 that sorts by its moment', () => {
	const moments = [0, 1, 255, 256, 1_800_000_000_000, 1_800_000_000_001, 2 ** 48 - 1]
	const ids = moments.map(orderedId)
	expect(ids.toSorted()).toEqual(ids)
	for (const [index, id] of ids.entries()) {
		expect(z.uuidv7().safeParse(id).success, id).toBe(true)
		expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(moments[index])
	}
	expect(orderedId(1)).not.toBe(orderedId(1))
})
