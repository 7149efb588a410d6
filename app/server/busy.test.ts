import type { Client } from '@libsql/client'
import { expect, test, vi } from 'vitest'
import { knowingTheEnd, UnknownOutcome, untilFree } from './busy.server'

const clientOf = (protocol: string) => {
	const reconnect = vi.fn()
	return { client: { protocol, closed: false, reconnect } as unknown as Client, reconnect }
}
const withCode = (code: string, message = code) => Object.assign(new Error(message), { code })
const cutOff = (code: string) => new TypeError('fetch failed', { cause: withCode(code) })
const wrapped = (cause: Error) => new Error('Failed query', { cause })

/** Fails once with `error`, then succeeds. */
function onceFailing(error: Error) {
	let tries = 0
	return async () => {
		if (++tries === 1) throw error
		return tries
	}
}

test.each([
	['a server that is away', cutOff('ECONNREFUSED')],
	['a line that is cut', wrapped(cutOff('ECONNRESET'))],
	['half an answer', new TypeError('terminated')],
	['a proxy without a server', withCode('SERVER_ERROR', 'Server returned HTTP status 502')],
	['a server that was started again', withCode('SERVER_ERROR', 'HTTP status 400: Received an invalid baton')],
	['a transaction that was taken back', wrapped(withCode('TRANSACTION_TIMEOUT'))],
	['a transaction that has expired', withCode('STREAM_EXPIRED')],
	['a lock', withCode('SQLITE_BUSY_SNAPSHOT')],
])('%s is waited for', async (_, error) => {
	const { client, reconnect } = clientOf('http')
	expect(await untilFree(client, Date.now() + 10_000, onceFailing(error))).toBe(2)
	expect(reconnect).not.toHaveBeenCalled()
	await expect(untilFree(client, Date.now() - 1, onceFailing(error))).rejects.toBe(error)
})

test('a connection to a file is thrown away after a lock', async () => {
	const { client, reconnect } = clientOf('file')
	await untilFree(client, Date.now() + 10_000, onceFailing(withCode('SQLITE_BUSY')))
	expect(reconnect).toHaveBeenCalledOnce()
})

test.each([
	withCode('SQLITE_CONSTRAINT'),
	withCode('SERVER_ERROR', 'Server returned HTTP status 401'),
	new TypeError('x is not a function'),
])('what no waiting mends is said at once: %s', async error => {
	await expect(untilFree(clientOf('http').client, Date.now() + 10_000, onceFailing(error))).rejects.toBe(
		error,
	)
})

test('a commit whose answer is lost is not tried again', async () => {
	const lost = cutOff('ECONNRESET')
	const transaction = onceFailing(lost)
	const attempt = () => knowingTheEnd(() => true, transaction)
	await expect(untilFree(clientOf('http').client, Date.now() + 10_000, attempt)).rejects.toThrow(
		UnknownOutcome,
	)
})

test.each([
	[false, cutOff('ECONNRESET')],
	[true, cutOff('ECONNREFUSED')],
	[true, withCode('SERVER_ERROR', 'HTTP status 400: Received an invalid baton')],
	[true, withCode('TRANSACTION_TIMEOUT')],
])('where nothing can have been committed it is: committing %s, %s', async (isCommitting, error) => {
	const transaction = onceFailing(error)
	const attempt = () => knowingTheEnd(() => isCommitting, transaction)
	expect(await untilFree(clientOf('http').client, Date.now() + 10_000, attempt)).toBe(2)
})
