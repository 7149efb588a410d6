import { expect, test } from 'vitest'
import { imageQueueSize, queuePiece, queueUpload } from './image-queue.server'

/** Creates jobs that end on request, and records the order in which they start. */
function makeJobs() {
	const begun: string[] = []
	const ends = new Map<string, () => void>()
	const work = (name: string) => () => {
		begun.push(name)
		return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
	}
	const end = async (name: string) => {
		await expect.poll(() => ends.has(name)).toBe(true)
		ends.get(name)?.()
	}
	return { begun, work, end }
}

test('runs one job at a time, and continues after an error', async () => {
	const { begun, work, end } = makeJobs()
	const first = queueUpload({ accountId: 'a' }, work('first'))
	const second = queueUpload({ accountId: 'b' }, work('second'))
	const broken = queueUpload({ accountId: 'c' }, () => Promise.reject(new Error('broken')))
	expect(imageQueueSize()).toEqual({ waiting: 2, running: 1 })
	expect(begun).toEqual(['first'])
	await end('first')
	await end('second')
	expect(await Promise.allSettled([first, second, broken])).toMatchObject([
		{ value: 'first' },
		{ value: 'second' },
		{ reason: { message: 'broken' } },
	])
	expect(await queueUpload({ accountId: 'c' }, async () => 'later')).toBe('later')
	expect(imageQueueSize()).toEqual({ waiting: 0, running: 0 })
})

test('queues one upload per account behind the running one, and serves others meanwhile', async () => {
	const { begun, work, end } = makeJobs()
	const running = queueUpload({ accountId: 'greedy' }, work('1'))
	const waiting = queueUpload({ accountId: 'greedy' }, work('2'))
	for (let count = 0; count < 40; count++) {
		expect(await queueUpload({ accountId: 'greedy' }, work('more'))).toEqual({
			ok: false,
			problem: 'account-busy',
		})
	}
	const other = queueUpload({ accountId: 'other' }, work('other'))
	for (const name of ['1', '2', 'other']) await end(name)
	expect(await Promise.all([running, waiting, other])).toEqual(['1', '2', 'other'])
	expect(begun).toEqual(['1', '2', 'other'])
})

test('limits the number of waiting uploads', async () => {
	const { work, end } = makeJobs()
	const names = Array.from({ length: 9 }, (_, index) => `account ${index}`)
	const taken = names.map(name => queueUpload({ accountId: name }, work(name)))
	expect(await queueUpload({ accountId: 'late' }, work('late'))).toEqual({ ok: false, problem: 'busy' })
	await end('account 0')
	await taken[0]
	const inTime = queueUpload({ accountId: 'in time' }, work('in time'))
	for (const name of [...names.slice(1), 'in time']) await end(name)
	expect(await inTime).toBe('in time')
})

test('does not start an aborted upload, and frees its place immediately', async () => {
	const { begun, work, end } = makeJobs()
	const gone = new AbortController()
	const first = queueUpload({ accountId: 'a' }, work('first'))
	const second = queueUpload({ accountId: 'b', signal: gone.signal }, work('second'))
	gone.abort()
	expect(await second).toEqual({ ok: false, problem: 'cancelled' })
	const again = queueUpload({ accountId: 'b' }, work('again'))
	await end('first')
	await end('again')
	expect(await Promise.all([first, again])).toEqual(['first', 'again'])
	expect(begun).toEqual(['first', 'again'])
})

test('alternates between uploads and pieces of a composite image', async () => {
	const { begun, work, end } = makeJobs()
	const composite = async () => {
		for (const piece of ['piece 1', 'piece 2', 'piece 3']) await queuePiece(work(piece))
	}
	const all: Promise<unknown>[] = []
	for (let index = 0; index < 6; index++) {
		all.push(queueUpload({ accountId: `${index}` }, work(`upload ${index}`)))
	}
	all.push(composite())
	const order = ['upload 0', 'piece 1', 'upload 1', 'piece 2', 'upload 2', 'piece 3', 'upload 3', 'upload 4']
	for (const name of [...order, 'upload 5']) await end(name)
	await Promise.all(all)
	expect(begun).toEqual([...order, 'upload 5'])
})
