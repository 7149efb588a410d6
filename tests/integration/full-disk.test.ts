import { expect, test } from 'vitest'
import { operation, toSuccess } from '~/api/operation.server'
import { perform } from '~/api/perform.server'
import { refuseUnusable } from '~/server/db/database-wait.server'

test.each(['SQLITE_FULL', 'ENOSPC'])(
	'an operation that fails on a full disk (%s) can be retried',
	async code => {
		const call = operation('GET /full', 'anybody', 'Test', {
			summary: 'Meets a full disk',
			run: async () => {
				const cause = Object.assign(new Error('no space left'), { code })
				return code ? Promise.reject(new Error('Failed query', { cause })) : toSuccess(null)
			},
		})
		const response = await perform(call, new Request('http://localhost:3000/api/full'), {})
		expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
		expect(await response.json()).toMatchObject({ success: false, code: 'unavailable' })
	},
)

test('a start with a full disk ends with a clear error', () => {
	const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
	const start = () => refuseUnusable(new Error('Failed query', { cause }))
	expect(start).toThrow(
		/^The disk of the database \(file:.*market\.db\) is full\. Make room, then start again\.$/,
	)
	expect(() => refuseUnusable(new Error('locked'))).not.toThrow()
})
