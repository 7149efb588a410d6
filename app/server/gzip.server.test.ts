import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipped } from './gzip.server'

test('what goes in comes out again, many at once and one after another, however large', async () => {
	const texts = [1, 1_000, 40_000, 300_000].flatMap(size => [
		Buffer.alloc(size, 'a page '),
		randomBytes(size),
	])
	for (let round = 0; round < 3; round++) {
		const all = await Promise.all([...texts, ...texts].map(gzipped))
		for (const [index, one] of all.entries()) {
			expect(gunzipSync(one).equals(texts[index % texts.length] ?? Buffer.of())).toBe(true)
		}
	}
})
