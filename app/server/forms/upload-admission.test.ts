import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { admitUpload, releaseUpload, type Upload } from './upload-admission.server'

const MB = 1024 * 1024

beforeEach(() => {
	vi.useFakeTimers()
})
const made: Upload[] = []
afterEach(() => {
	for (const upload of made.splice(0)) releaseUpload(upload)
	vi.useRealTimers()
})

/** Requests admission, and records the outcome. */
function ask(bytes: number, account: string, address: string, signal = new AbortController().signal) {
	const upload = { bytes, account, address }
	made.push(upload)
	const asked = { upload, response: 'waits' as 'waits' | 'admitted' | 'refused' }
	void admitUpload(upload, signal).then(isAdmitted => {
		asked.response = isAdmitted ? 'admitted' : 'refused'
	})
	return asked
}

const responses = async (asked: { response: string }[]) => {
	await vi.advanceTimersByTimeAsync(0)
	return asked.map(({ response }) => response)
}

test('admits 64 MB at once, and further uploads when there is room again', async () => {
	const asked = [40, 24, 1].map((size, at) => ask(size * MB, `account ${at}`, `address ${at}`))
	expect(await responses(asked)).toEqual(['admitted', 'admitted', 'waits'])
	if (asked[1]) releaseUpload(asked[1].upload)
	expect(await responses(asked)).toEqual(['admitted', 'admitted', 'admitted'])
})

test('admits two uploads of an account and four of an address at once, and lets others pass', async () => {
	const ofAccount = [1, 2, 3].map(at => ask(1, 'one', `address ${at}`))
	expect(await responses(ofAccount)).toEqual(['admitted', 'admitted', 'waits'])
	const ofAddress = [1, 2, 3, 4, 5].map(at => ask(1, `account ${at}`, 'one'))
	expect(await responses(ofAddress)).toEqual(['admitted', 'admitted', 'admitted', 'admitted', 'waits'])
	expect(await responses([ask(1, 'other', 'other')])).toEqual(['admitted'])
})

test('gives up after 30 seconds or when the client disconnects', async () => {
	const gone = new AbortController()
	const asked = [
		ask(64 * MB, 'a', 'a'),
		ask(1, 'b', 'b'),
		ask(1, 'c', 'c', gone.signal),
		ask(1, 'd', 'd', AbortSignal.abort()),
	]
	gone.abort()
	expect(await responses(asked)).toEqual(['admitted', 'waits', 'refused', 'refused'])
	await vi.advanceTimersByTimeAsync(29_000)
	expect(await responses(asked)).toEqual(['admitted', 'waits', 'refused', 'refused'])
	await vi.advanceTimersByTimeAsync(1_000)
	expect(await responses(asked)).toEqual(['admitted', 'refused', 'refused', 'refused'])
	if (asked[0]) releaseUpload(asked[0].upload)
	// Aborted uploads no longer count.
	expect(await responses([ask(64 * MB, 'e', 'e')])).toEqual(['admitted'])
})
