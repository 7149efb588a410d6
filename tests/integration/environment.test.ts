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
