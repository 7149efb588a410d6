import { expect, test } from 'vitest'
import { z } from 'zod'
import { createOrderedId } from './ordered-id.server'

test('an id is a UUID of version 7 that sorts by its time', () => {
	const moments = [0, 1, 255, 256, 1_800_000_000_000, 1_800_000_000_001, 2 ** 48 - 1]
	const ids = moments.map(createOrderedId)
	expect(ids.toSorted()).toEqual(ids)
	for (const [index, id] of ids.entries()) {
		expect(z.uuidv7().safeParse(id).success, id).toBe(true)
		expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(moments[index])
	}
	expect(createOrderedId(1)).not.toBe(createOrderedId(1))
})
