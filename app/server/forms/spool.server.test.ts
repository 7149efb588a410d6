import { open } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSpooled } from './spool.server'

const parts = ['first ', 'second ', 'third'].map(text => new TextEncoder().encode(text))
/** Creates a body that arrives in these parts, then ends or aborts. */
function createBody(parts: readonly Uint8Array[], end: (body: ReadableStreamDefaultController) => void) {
	const left = [...parts]
	return new ReadableStream<Uint8Array>({
		pull(controller) {
			const part = left.shift()
			if (part) controller.enqueue(part)
			else end(controller)
		},
	})
}
const readText = (body: ReadableStream<Uint8Array>) => new Response(body).text()

test('a body is parsed once all of it has arrived', async () => {
	let hasEnded = false
	const body = createBody(parts, controller => {
		hasEnded = true
		controller.close()
	})
	const read = async (stream: ReadableStream<Uint8Array>) => ({
		before: hasEnded,
		text: await readText(stream),
	})
	expect(await readSpooled(body, read)).toEqual({
		before: true,
		text: 'first second third',
	})
})

test.each([
	['cannot be opened', () => open('/no/such/directory/file', 'wx+')],
	['takes nothing more', () => open('/dev/full', 'r+')],
])('where the file %s the body is parsed as it arrives', async (_, openFile) => {
	const body = createBody(parts, controller => controller.close())
	expect(await readSpooled(body, readText, openFile)).toBe('first second third')
})

test('an aborted body is not parsed', async () => {
	const body = createBody(parts.slice(0, 1), controller => controller.error(new Error('gone')))
	const read = () => expect.unreachable()
	await expect(readSpooled(body, read)).rejects.toThrow('gone')
})
