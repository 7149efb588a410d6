import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { isCode, newCode } from '~/server/auth/one-time-code.server'
import { env } from '~/server/ops/env.server'
import { differentCode } from '../support/codes'

const [secret = ''] = env.sessionSecrets
afterEach(() => {
	env.sessionSecrets.splice(0, env.sessionSecrets.length, secret)
})

test('a code has six digits and is valid for its own challenge only', async () => {
	const [id, other] = [randomUUID(), randomUUID()]
	const { code, sealed } = await newCode(id)
	expect(code).toMatch(/^\d{6}$/)
	expect(await isCode(id, code, sealed)).toBe(true)
	expect(await isCode(id, differentCode(code), sealed)).toBe(false)
	expect(await isCode(other, code, sealed)).toBe(false)
	expect(await isCode(other, code, (await newCode(other)).sealed)).toBe(false)
})

test('the stored hash does not reveal the code', async () => {
	const { code, sealed } = await newCode(randomUUID())
	expect(decodeURIComponent(sealed)).not.toContain(code)
	expect(await isCode(randomUUID(), code, 'nothing that was ever sealed')).toBe(false)
})

test('a code hashed with an older secret of the list is still valid', async () => {
	const id = randomUUID()
	const { code, sealed } = await newCode(id)
	env.sessionSecrets.unshift('a newer secret of at least 32 characters')
	expect(await isCode(id, code, sealed)).toBe(true)
	env.sessionSecrets.pop()
	expect(await isCode(id, code, sealed)).toBe(false)
})

test('codes use all digits evenly', async () => {
	const codes = await Promise.all(Array.from({ length: 60 }, async () => (await newCode(randomUUID())).code))
	expect(new Set(codes).size).toBeGreaterThan(57)
	expect(new Set(codes.join('')).size).toBe(10)
})
