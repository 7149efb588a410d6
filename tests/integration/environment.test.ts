import { expect, test } from 'vitest'
import { readEnv } from '~/server/env.server'

const DATA_DIR = process.env['DATA_DIR']
const long = (letter: string) => letter.repeat(32)

test('every secret of a list is long: the first signs, and all are believed', () => {
	const secretsOf = (list: string) => readEnv({ DATA_DIR, SESSION_SECRET: list }).sessionSecrets
	expect(secretsOf(`${long('n')}, ${long('o')}`)).toEqual([long('n'), long('o')])
	for (const list of [`n,${long('o')}`, `${long('n')},o`, ','.repeat(40), 'short']) {
		expect(() => secretsOf(list)).toThrow('SESSION_SECRET')
	}
})

test('a first administrator gets a password that the log-in takes', () => {
	const passwordOf = (ADMIN_PASSWORD: string) =>
		readEnv({ DATA_DIR, DEMO: '1', ADMIN_PASSWORD }).firstAdmin.password
	expect(passwordOf('p'.repeat(128))).toBe('p'.repeat(128))
	for (const length of [7, 129]) expect(() => passwordOf('p'.repeat(length))).toThrow('ADMIN_PASSWORD')
})
