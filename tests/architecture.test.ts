import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findViolations } from './support/import-rules'

test('the sources follow the import rules', () => {
	const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
		.map(file => `app/${file.replaceAll('\\', '/')}`)
		.filter(file => /\.(tsx?|js)$/.test(file))
	expect(files.length).toBeGreaterThan(50)
	expect(findViolations(new Map(files.map(file => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test('no source file has more than 250 lines', () => {
	const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
		file => /\.(tsx?|js)$/.test(file) && !/\.test\.tsx?$/.test(file),
	)
	const countLines = (file: string) => readFileSync(`app/${file}`, 'utf8').trimEnd().split('\n').length
	expect(files.length).toBeGreaterThan(50)
	expect(files.filter(file => countLines(file) > 250)).toEqual([])
})

/* Private by name: marked as unsafe by a package, or beginning with an underscore. */
const PRIVATE = /\bUNSAFE_|(\.|\{ ?)_[a-z]\w*|\['_[a-z]\w*'\]/

test('no source file uses private APIs of a dependency', () => {
	const files = [
		'server.js',
		...['app', 'tests'].flatMap(folder =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
		),
	].filter(file => file !== 'tests/architecture.test.ts')
	const source = files.filter(file => /\.(tsx?|js)$/.test(file))
	expect(source.length).toBeGreaterThan(50)
	expect(source.filter(file => PRIVATE.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('at most fifteen queries are prepared', () => {
	const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(file =>
		/\.server\.ts$/.test(file),
	)
	const prepared = files.flatMap(file => readFileSync(`app/${file}`, 'utf8').match(/\.prepare\(\)/g) ?? [])
	expect(prepared.length).toBeGreaterThan(5)
	expect(prepared.length).toBeLessThanOrEqual(15)
})

test('every loader and action of a signed-in area has its own guard', () => {
	const files = ['user', 'admin', 'account'].flatMap(area =>
		readdirSync(`app/routes/${area}`, { recursive: true, encoding: 'utf8' })
			.filter(file => /\.tsx?$/.test(file))
			.map(file => `app/routes/${area}/${file}`),
	)
	const functions = files.flatMap(file =>
		readFileSync(file, 'utf8')
			.split(/^(?=export (?:async )?function (?:loader|action)\b)/m)
			.slice(1)
			.map(text => ({ file, body: text.split(/^}/m)[0] ?? '' })),
	)
	expect(functions.length).toBeGreaterThan(50)
	const guarded = /\brequire(User|Admin|Account|Step)\(request\)/
	expect(functions.filter(({ body }) => !guarded.test(body))).toEqual([])
})
