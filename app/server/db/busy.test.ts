import { expect, test, vi } from 'vitest'
import { errorOfCommit, isFullDisk, retryWhileBusy, UnknownOutcome } from './busy.server'

const aClient = () => ({ closed: false, reconnect: vi.fn() })
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
])('retries after %s', async (_, error) => {
	const client = aClient()
	expect(await retryWhileBusy(client, Date.now() + 10_000, onceFailing(error))).toBe(2)
	await expect(retryWhileBusy(client, Date.now() - 1, onceFailing(error))).rejects.toBe(error)
})

test('reconnects to a file after a lock', async () => {
	const client = aClient()
	await retryWhileBusy(client, Date.now() + 10_000, onceFailing(withCode('SQLITE_BUSY')))
	expect(client.reconnect).toHaveBeenCalledOnce()
})

test.each([
	withCode('SQLITE_CONSTRAINT'),
	withCode('SERVER_ERROR', 'Server returned HTTP status 401'),
	new TypeError('x is not a function'),
])('rethrows an error that a retry cannot resolve: %s', async error => {
	await expect(retryWhileBusy(aClient(), Date.now() + 10_000, onceFailing(error))).rejects.toBe(error)
})

const committed = (error: Error) => async () => {
	throw errorOfCommit(error)
}

test('does not retry a commit whose response is lost', async () => {
	const attempt = vi.fn(committed(cutOff('ECONNRESET')))
	await expect(retryWhileBusy(aClient(), Date.now() + 10_000, attempt)).rejects.toThrow(UnknownOutcome)
	expect(attempt).toHaveBeenCalledOnce()
})

test.each([
	cutOff('ECONNREFUSED'),
	withCode('SERVER_ERROR', 'HTTP status 400: Received an invalid baton'),
	withCode('TRANSACTION_TIMEOUT'),
	withCode('SQLITE_CONSTRAINT'),
])('a commit that certainly failed keeps its error: %s', error => {
	expect(errorOfCommit(error)).toBe(error)
})

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('detects a full disk by %s in a nested error', code => {
	const cause = Object.assign(new Error('no space left'), { code })
	expect(isFullDisk(new Error('Failed query', { cause }))).toBe(true)
	expect(isFullDisk(Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }))).toBe(false)
})
