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
])('%s is waited for', async (_, error) => {
	const client = aClient()
	expect(await retryWhileBusy(client, Date.now() + 10_000, onceFailing(error))).toBe(2)
	await expect(retryWhileBusy(client, Date.now() - 1, onceFailing(error))).rejects.toBe(error)
})

test('a connection to a file is thrown away after a lock', async () => {
	const client = aClient()
	await retryWhileBusy(client, Date.now() + 10_000, onceFailing(withCode('SQLITE_BUSY')))
	expect(client.reconnect).toHaveBeenCalledOnce()
})

test.each([
	withCode('SQLITE_CONSTRAINT'),
	withCode('SERVER_ERROR', 'Server returned HTTP status 401'),
	new TypeError('x is not a function'),
])('what no waiting mends is said at once: %s', async error => {
	await expect(retryWhileBusy(aClient(), Date.now() + 10_000, onceFailing(error))).rejects.toBe(error)
})

const committed = (error: Error) => async () => {
	throw errorOfCommit(error)
}

test('a commit whose answer is lost is not tried again', async () => {
	const attempt = vi.fn(committed(cutOff('ECONNRESET')))
	await expect(retryWhileBusy(aClient(), Date.now() + 10_000, attempt)).rejects.toThrow(UnknownOutcome)
	expect(attempt).toHaveBeenCalledOnce()
})

test.each([
	cutOff('ECONNREFUSED'),
	withCode('SERVER_ERROR', 'HTTP status 400: Received an invalid baton'),
	withCode('TRANSACTION_TIMEOUT'),
	withCode('SQLITE_CONSTRAINT'),
])('a commit that was surely not made is not in doubt: %s', error => {
	expect(errorOfCommit(error)).toBe(error)
})

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('%s below other errors says that a disk is full', code => {
	const cause = Object.assign(new Error('no space left'), { code })
	expect(isFullDisk(new Error('Failed query', { cause }))).toBe(true)
	expect(isFullDisk(Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }))).toBe(false)
})
