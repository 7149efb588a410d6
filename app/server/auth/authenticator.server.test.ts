import { Secret, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { authenticatorLink, newAuthenticatorKey, qrCode, stepOfCode } from './authenticator.server'

/* RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const KEY = Secret.fromLatin1('12345678901234567890').base32

test.each([
	[59, '287082'],
	[1_111_111_109, '081804'],
	[1_111_111_111, '050471'],
	[1_234_567_890, '005924'],
	[2_000_000_000, '279037'],
	[20_000_000_000, '353130'],
])('computes the code of RFC 6238 at %i seconds: %s', (seconds, code) => {
	expect(stepOfCode(KEY, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('accepts a code in its own and the adjacent steps, and returns its step', () => {
	const at = (seconds: number) => stepOfCode(KEY, '005924', seconds * 1000)
	const step = Math.floor(1_234_567_890 / 30)
	for (const seconds of [1_234_567_890 - 30, 1_234_567_890, 1_234_567_890 + 59]) {
		expect(at(seconds)).toBe(step)
	}
	expect(at(1_234_567_890 - 60)).toBeUndefined()
	expect(at(1_234_567_890 + 60)).toBeUndefined()
})

test('generates a new key each time, which its otpauth URL contains', () => {
	const [key, other] = [newAuthenticatorKey(), newAuthenticatorKey()]
	expect(key).not.toBe(other)
	const read = URI.parse(authenticatorLink(key, { issuer: 'A & B', label: 'ada+x@example.test' }))
	expect(read).toMatchObject({ issuer: 'A & B', label: 'ada+x@example.test', digits: 6 })
	expect(read.secret.base32).toBe(key)
})

test('a QR code has a quiet zone and three finder patterns', () => {
	const { size, path } = qrCode(authenticatorLink(KEY, { issuer: 'MCXI', label: 'ada@example.test' }))
	const dark = new Set(path.match(/M\d+ \d+/g))
	for (const [x, y] of [
		[4, 4],
		[size - 11, 4],
		[4, size - 11],
	] as const) {
		for (let offset = 0; offset < 7; offset++) expect(dark.has(`M${x + offset} ${y}`)).toBe(true)
		expect(dark.has(`M${x + 1} ${y + 1}`)).toBe(false)
		expect(dark.has(`M${x + 3} ${y + 3}`)).toBe(true)
	}
	for (let at = 0; at < size; at++) expect(dark.has(`M${at} 3`) || dark.has(`M3 ${at}`)).toBe(false)
})
