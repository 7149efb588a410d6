import { createClient } from '@libsql/client'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql'
import pino from 'pino'
import { expect, test } from 'vitest'
import { describeCause, describeError } from './errors.server'

function logged(err: unknown): string {
	let line = ''
	const stream = {
		write(text: string) {
			line += text
		},
	}
	pino({ serializers: { err: describeError } }, stream).error({ err }, 'failed')
	return line
}

test('a failed query is logged with its cause and without its values', async () => {
	const database = drizzle(createClient({ url: ':memory:' }))
	const error = await database.run(sql`insert into outbox values (${'Your code: 123456'})`).then(
		() => undefined,
		(reason: unknown) => reason,
	)
	expect(String(error)).toContain('123456')

	const line = logged(new Error('form failed', { cause: error }))

	expect(line).not.toContain('123456')
	expect(line).toContain('Failed query: insert into outbox values (?)')
	expect(line).toContain('no such table: outbox')
	expect(line).toContain('errors.test.ts')
})

test('only the code of an error’s extra properties is logged', () => {
	const error = Object.assign(new Error('unexpected "aud" claim value'), {
		code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
		payload: { email: 'ada@example.test' },
	})
	expect(logged(error)).toContain('ERR_JWT_CLAIM_VALIDATION_FAILED')
	expect(logged(error)).not.toContain('ada@example.test')
})

test('a thrown value that is not an error is logged as it is', () => {
	expect(JSON.parse(logged('full'))).toMatchObject({ err: 'full', msg: 'failed' })
})

test('the root cause is described in a short text, without a quoted password', () => {
	const cause = Object.assign(new Error('connect to http://user:word@db.example refused.'), {
		code: 'ECONNREFUSED',
	})
	const error = new Error('Failed query', { cause: new TypeError('fetch failed', { cause }) })
	expect(describeCause(error)).toBe('ECONNREFUSED: connect to http://db.example refused')
	expect(describeCause('full')).toBe('full')
})
