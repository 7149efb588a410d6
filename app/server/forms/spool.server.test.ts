import { open } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSpooled } from './spool.server'

const parts = ['first ', 'second ', 'third'].map(text => new TextEncoder().encode(text))
const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text()

test('a body is read when all of it has arrived', async () => {
	let hasEnded = false
	async function* body() {
		yield* parts
		hasEnded = true
	}
	const read = async (stream: ReadableStream<Uint8Array>) => ({
		before: hasEnded,
		text: await textOf(stream),
	})
	expect(await readSpooled(ReadableStream.from(body()), read)).toEqual({
		before: true,
		text: 'first second third',
	})
})

test.each([
	['cannot be opened', () => open('/no/such/directory/file', 'wx+')],
	['takes nothing more', () => open('/dev/full', 'r+')],
])('where the file %s the body is read as it arrives', async (_, openFile) => {
	expect(await readSpooled(ReadableStream.from(parts), textOf, openFile)).toBe('first second third')
})

test('a body that breaks off is not read', async () => {
	async function* body() {
		yield parts[0] as Uint8Array
		throw new Error('gone')
	}
	const read = () => expect.unreachable()
	await expect(readSpooled(ReadableStream.from(body()), read)).rejects.toThrow('gone')
})
