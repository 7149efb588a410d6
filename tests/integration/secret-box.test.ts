import { afterEach, expect, test } from 'vitest'
import { seal, unseal } from '~/server/auth/secret-box.server'
import { readShownOnce, showOnce } from '~/server/auth/shown-once.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { env } from '~/server/ops/env.server'

const [secret = ''] = env.sessionSecrets
afterEach(() => {
	env.sessionSecrets.splice(0, env.sessionSecrets.length, secret)
})

const KEY = 'JBSWY3DPEHPK3PXP £ 🔑'

test('an encrypted text is unreadable and can be decrypted', () => {
	const sealed = seal(KEY, 'a')
	expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('JBSWY')
	expect(unseal(sealed, 'a')).toBe(KEY)
	expect(unseal(seal('', 'a'), 'a')).toBe('')
	expect(seal(KEY, 'a')).not.toBe(sealed)
})

test('a text can be decrypted only for its own purpose', () => {
	expect(unseal(seal(KEY, 'account:1'), 'account:2')).toBeUndefined()
})

test('an altered, truncated or unencrypted text is rejected', () => {
	const bytes = Buffer.from(seal(KEY, 'a'), 'base64url')
	for (let at = 0; at < bytes.length; at++) {
		const changed = Buffer.from(bytes)
		changed[at] = (changed[at] ?? 0) ^ 1
		expect(unseal(changed.toString('base64url'), 'a'), `byte ${at}`).toBeUndefined()
	}
	for (const length of [0, 5, 27, bytes.length - 1]) {
		expect(unseal(bytes.subarray(0, length).toString('base64url'), 'a')).toBeUndefined()
	}
	expect(unseal('not even base64 !', 'a')).toBeUndefined()
})

test('older secrets of the list still decrypt, and the newest encrypts', () => {
	const old = seal(KEY, 'a')
	env.sessionSecrets.unshift('a newer secret of at least 32 characters')
	expect(unseal(old, 'a')).toBe(KEY)
	const fresh = seal(KEY, 'a')
	env.sessionSecrets.pop()
	expect(unseal(fresh, 'a')).toBe(KEY)
	expect(unseal(old, 'a'), 'when the older one is gone').toBeUndefined()
})

test('a text shown once is bound to its session, and deleted when it is read', async () => {
	const setCookie = await showOnce('session-1', 'recovery-codes', ['AAAA', 'BBBB'])
	expect(setCookie).toMatch(/HttpOnly/)
	expect(setCookie).not.toContain('AAAA')
	const headers = { cookie: setCookie.split(';')[0] ?? '' }
	const request = () => new Request('http://localhost:3000/', { headers })
	await withRequestContext(request(), async ({ cookies }) => {
		expect(await readShownOnce(request(), 'session-2', 'recovery-codes')).toEqual([])
		expect(await readShownOnce(request(), 'session-1', 'key')).toEqual([])
		expect(await readShownOnce(new Request('http://localhost:3000/'), 'session-1', 'key')).toEqual([])
		expect(cookies).toEqual([])
		expect(await readShownOnce(request(), 'session-1', 'recovery-codes')).toEqual(['AAAA', 'BBBB'])
		expect(cookies).toEqual([expect.stringMatching(/Max-Age=0/)])
	})
})
