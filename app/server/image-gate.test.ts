import { expect, test } from 'vitest'
import { imageWork } from './image-gate.server'

test('heavy work is done one piece at a time, uploads before pictures, and an error stops nobody', async () => {
	const done: string[] = []
	let running = 0
	const work = (name: string) => async () => {
		running += 1
		expect(running).toBe(1)
		await new Promise(resolve => setImmediate(resolve))
		running -= 1
		done.push(name)
		if (name === 'broken') throw new Error(name)
		return name
	}
	const results = await Promise.allSettled([
		imageWork('picture', work('first piece')),
		imageWork('picture', work('second piece')),
		imageWork('upload', work('broken')),
		imageWork('upload', work('upload')),
	])
	expect(done).toEqual(['first piece', 'broken', 'upload', 'second piece'])
	expect(results.map(result => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
	expect(await imageWork('picture', work('later'))).toBe('later')
})
