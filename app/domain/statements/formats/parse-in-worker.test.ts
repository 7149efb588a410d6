import { expect, test } from 'vitest'
import { csv } from '../../../../tests/support/statements'
import { UnreadableStatement } from './entry'
import { parseInWorker } from './parse-in-worker.server'

const LINES = [{ day: '2026-11-20', pence: 500, text: 'Zoë' }]
const read = async (text: string, signal = new AbortController().signal) =>
	(await parseInWorker(new TextEncoder().encode(text), signal)).statement

test('reads a statement in another process, and reports why it rejects one', async () => {
	expect(await read(csv(LINES))).toMatchObject({ format: 'csv', lines: [{ pence: 500, text: 'Zoë' }] })
	await expect(read('nothing')).rejects.toThrow('The columns were not recognised')
})

test('stops when the request is aborted, and reads the next statement', async () => {
	await expect(read(csv(LINES), AbortSignal.abort())).rejects.toBeInstanceOf(UnreadableStatement)
	expect(await read(csv(LINES))).toMatchObject({ lines: [{ pence: 500 }] })
})
