import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from '~/server/ops/env.server'
import { readSecretFiles, SECRETS } from '~/server/ops/secret-files.server.js'

const DATA_DIR = process.env['DATA_DIR']
const long = (letter: string) => letter.repeat(32)

test('every secret of a list must be long; the first signs, and all verify', () => {
	const readSecrets = (list: string) => readEnv({ DATA_DIR, SESSION_SECRET: list }).sessionSecrets
	expect(readSecrets(`${long('n')}, ${long('o')}`)).toEqual([long('n'), long('o')])
	for (const list of [`n,${long('o')}`, `${long('n')},o`, ','.repeat(40), 'short']) {
		expect(() => readSecrets(list)).toThrow('SESSION_SECRET')
	}
})

test('the first administrator gets a password that can log in', () => {
	const readPassword = (ADMIN_PASSWORD: string) =>
		readEnv({ DATA_DIR, DEMO: '1', ADMIN_PASSWORD }).firstAdmin.password
	expect(readPassword('p'.repeat(128))).toBe('p'.repeat(128))
	for (const length of [7, 129]) expect(() => readPassword('p'.repeat(length))).toThrow('ADMIN_PASSWORD')
})

const PUBLIC = [
	{ APP_URL: 'https://pixels.example' },
	{ APP_URL: 'http://localhost.pixels.example' },
	{ APP_URL: 'http://192.0.2.7:3000' },
	{ HOST: '0.0.0.0' },
	{ HOST: '::' },
	{ HOST: '192.0.2.7', APP_URL: 'http://localhost:3000' },
]

test.each(PUBLIC)('the published password is accepted for local use only: %o', variables => {
	for (const mode of [{ DEMO: '1' }, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }]) {
		expect(() => readEnv({ DATA_DIR, ...mode, ...variables })).toThrow(/APP_URL|HOST/)
	}
	const own = { SESSION_SECRET: long('s'), NODE_ENV: 'production' }
	expect(readEnv({ DATA_DIR, ...own, ...variables }).firstAdmin).toEqual({})
})

test.each([
	{},
	{ APP_URL: 'https://localhost:3443', HOST: '127.0.0.1' },
	{ APP_URL: 'http://127.0.0.1:3000', HOST: 'localhost' },
	{ APP_URL: 'http://[::1]:3000', HOST: '::1' },
])('a demonstration runs at %o', variables => {
	const { firstAdmin } = readEnv({ DATA_DIR, DEMO: '1', ...variables })
	expect(firstAdmin.password).toBe('demo-administrator')
})

test.each(['0', 'false', 'False', '', ' '])('DEMO=%j is off', DEMO => {
	expect(() => readEnv({ DATA_DIR, DEMO })).toThrow('SESSION_SECRET is missing')
	expect(readEnv({ DATA_DIR, DEMO: 'true' }).production).toBe(false)
})

test('an unusable DATA_DIR is an error that names it', () => {
	const place = mkdtempSync(path.join(tmpdir(), 'market-environment-'))
	const file = path.join(place, 'file')
	writeFileSync(file, '')
	for (const unusable of [file, path.join(file, 'below'), '/proc/market/data']) {
		const reading = () => readEnv({ DATA_DIR: unusable, DEMO: '1' })
		expect(reading).toThrow(
			/^The environment variable DATA_DIR names a directory that cannot be used: E.*\.$/,
		)
	}
	readEnv({ DATA_DIR: path.join(place, 'new', 'data'), DEMO: '1' })
	expect(statSync(path.join(place, 'new', 'data')).mode & 0o777).toBe(0o700)
	rmSync(place, { recursive: true })
})

test('files are stored in a directory or in a bucket with credentials', () => {
	const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
	const readFiles = (STORAGE_URL: string, more = {}) =>
		readEnv({ DATA_DIR, DEMO: '1', ...keys, STORAGE_URL, ...more }).files
	const bucket = { kind: 's3', bucket: 'market', accessKeyId: 'key', secretAccessKey: 'secret' }
	expect(readFiles('/srv/files')).toEqual({ kind: 'directory', directory: '/srv/files' })
	expect(readFiles('s3://market?endpoint=https://s3.example/v1/&region=eu')).toEqual({
		...bucket,
		endpoint: 'https://s3.example/v1',
		region: 'eu',
	})
	const endpoint = 'https://s3.eu-west-2.amazonaws.com'
	expect(readFiles('s3://market', { S3_REGION: 'eu-west-2' })).toEqual({
		...bucket,
		endpoint,
		region: 'eu-west-2',
	})
	for (const name of Object.keys(keys)) {
		expect(() => readFiles('s3://market', { [name]: '' })).toThrow(
			`The environment variable ${name} is missing; files in S3 require it.`,
		)
	}
	const wrongs = [
		's3:market',
		's3://',
		's3://market/path',
		's3://market?zone=x',
		's3://a:b@market',
		'ftp://a',
	]
	for (const wrong of wrongs) {
		expect(() => readFiles(wrong), wrong).toThrow('The environment variable STORAGE_URL is wrong: ')
	}
	expect(() => readFiles('s3://market?endpoint=s3.example')).toThrow(
		'endpoint must be an http: or https: address',
	)
})

test('a secret can be read from a file, with a clear error if that fails', () => {
	const place = mkdtempSync(path.join(tmpdir(), 'market-secrets-'))
	const file = path.join(place, 'secret')
	for (const name of SECRETS) {
		const value = name === 'SMTP_URL' ? 'smtps://user:word@mail.example' : long('s')
		writeFileSync(file, `${value}\n`)
		const read = readSecretFiles({ [`${name}_FILE`]: file })
		expect(read[name]).toBe(value)
		expect(() => readSecretFiles({ [name]: value, [`${name}_FILE`]: file })).toThrow(
			`${name} and ${name}_FILE`,
		)
	}
	writeFileSync(file, `${long('s')}\n`)
	expect(readEnv({ DATA_DIR, SESSION_SECRET_FILE: file }).sessionSecrets).toEqual([long('s')])
	writeFileSync(file, '\n')
	expect(() => readEnv({ DATA_DIR, SESSION_SECRET_FILE: file })).toThrow(
		/SESSION_SECRET_FILE names .* is empty/,
	)
	const missing = { DATA_DIR, SESSION_SECRET_FILE: path.join(place, 'missing') }
	expect(() => readEnv(missing)).toThrow(/SESSION_SECRET_FILE names a file .*ENOENT/)
	rmSync(place, { recursive: true })
})

test.each([
	[
		{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.c' },
		'SMTP_URL is wrong: must be an address that starts with smtp: or smtps:.',
	],
	[
		{ TRUST_PROXY: 'yes' },
		'TRUST_PROXY is wrong: must be a whole number from 0 to 10: the number of proxies in front.',
	],
	[{ TRUST_PROXY: '1.5' }, 'TRUST_PROXY is wrong: must be a whole number'],
	[{ PORT: 'http' }, 'PORT is wrong: must be a whole number from 1 to 65535.'],
	[{ PORT: '70000' }, 'PORT is wrong: must be a whole number from 1 to 65535.'],
	[{ APP_URL: 'pixels.example' }, 'APP_URL is wrong: must be an address that starts with http: or https:.'],
	[{ NODE_ENV: 'prod' }, 'NODE_ENV is wrong: must be one of production, development, test.'],
	[{ DEMO: 'yes' }, 'DEMO is wrong: must be 1 (on) or 0 (off).'],
	[{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL is wrong: must be an email address.'],
])('%o is rejected with the expected format', (variables, sentence) => {
	expect(() => readEnv({ DATA_DIR, DEMO: '1', ...variables })).toThrow(sentence)
})

test('the manual lists every variable, and marks every secret', () => {
	const manual = readFileSync('docs/operations/configuration.md', 'utf8')
	const source = readFileSync('app/server/ops/env.server.ts', 'utf8')
	const names = Array.from(source.matchAll(/^\t([A-Z][A-Z0-9_]+):/gm), ([, name = '']) => name)
	expect(names.length).toBeGreaterThan(20)
	const rows = manual.split('\n').filter(line => line.startsWith('| `'))
	const findRow = (name: string) => rows.find(row => row.includes(`\`${name}\``))
	expect(names.filter(name => !findRow(name))).toEqual([])
	expect(SECRETS.filter(name => !/secret/i.test(findRow(name) ?? ''))).toEqual([])
})
