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

test.each(['font._font', 'const { _font } = font', "font['_font']", "import { UNSAFE_A } from 'a'"])(
	'%s is recognised as private',
	text => expect(text).toMatch(PRIVATE),
)

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

const BREACHES: [what: string, file: string, text: string][] = [
	['a route that imports a route', 'app/routes/user/a.tsx', "import { b } from '../admin/b'"],
	['a route that loads a route late', 'app/routes/user/a.tsx', "const b = await import('~/routes/user/b')"],
	['domain that imports a call', 'app/domain/grid/a.ts', "import { b } from '~/api/operations/b.server'"],
	['a call that imports ui', 'app/api/operations/a.server.ts', "import { b } from '~/ui/b'"],
	['domain that imports ui', 'app/domain/grid/queries.server.ts', "import { Grid } from '~/ui/grid'"],
	[
		'orders that import payments',
		'app/domain/orders/a.server.ts',
		"import { b } from '~/domain/payments/b.server'",
	],
	[
		'domain that passes a route on',
		'app/domain/grid/a.ts',
		"export { b } from '../../routes/b'\nexport const c = 1",
	],
	['mails that import ui', 'app/domain/mail/letter.ts', "import { brand } from '~/ui/brand'"],
	[
		'server that imports domain',
		'app/server/mail.server.ts',
		"import { a } from '~/domain/mail/render-email'",
	],
	[
		'domain that knows HTTP',
		'app/domain/grid/a.server.ts',
		"import { a } from '~/server/http/responses.server'",
	],
	[
		'domain that knows forms',
		'app/domain/grid/a.server.ts',
		"import { a } from '~/server/forms/form.server'",
	],
	['a database that knows a request', 'app/server/db/a.server.ts', "import { a } from '../http/b.server'"],
	[
		'mail that knows a session',
		'app/server/mail/mail.server.ts',
		"import { a } from '../auth/session.server'",
	],
	['rules that import a package', 'app/domain/grid/rules.ts', "import { z } from 'zod'"],
	['rules that read the database', 'app/domain/grid/rules.ts', "import { db } from '~/server/db.server'"],
	['rules that import queries', 'app/domain/grid/rules.ts', "import { a, type B } from './queries.server'"],
	['ui that reads the database', 'app/ui/card.tsx', "import { db } from '../server/db.server'"],
	['ui that queries', 'app/ui/card.tsx', "import { a } from '~/domain/grid/queries.server'"],
	['ui that builds queries', 'app/ui/card.tsx', "import { eq } from 'drizzle-orm'"],
	[
		'a script of the server that imports domain',
		'app/server/files/a.server.js',
		"import { a } from '~/domain/b.server'",
	],
	['an element with server code', 'app/elements/copy.ts', "import { env } from '~/server/env.server'"],
	['an element with a package', 'app/elements/copy.ts', "import 'react'"],
	['an element with a tool', 'app/elements/copy.ts', "import { a } from '~/tools/b'"],
	['a tool with server code', 'app/tools/a/a.tsx', "import { drawCells } from '~/ui/grid/draw.server'"],
	['a tool with a router', 'app/tools/a/a.tsx', "import { Link } from 'react-router'"],
	['a tool with zod', 'app/tools/a/a.tsx', "import { z } from 'zod'"],
	['ui with a tool', 'app/ui/card.tsx', "import { A } from '~/tools/a/a'"],
	['browser code in app/server', 'app/server/words.ts', 'export const a = 1'],
	[
		'domain that reads a request',
		'app/domain/grid/a.ts',
		'export const a = (request: Request) => request.url',
	],
	['domain that answers', 'app/domain/grid/a.ts', 'export const a = () => new Response(null)'],
	['domain that reads a form', 'app/domain/grid/a.ts', 'export const a = (form: FormData) => 1'],
	['domain that redirects', 'app/domain/grid/a.ts', "import { redirect } from 'react-router'"],
	[
		'a holder changed elsewhere',
		'app/domain/orders/a.server.ts',
		'export const a = tx => tx\n\t.delete(cellHolders)',
	],
	...[
		'update cell_holders set kind = 1',
		'DELETE FROM "cell_loans"',
		'insert or ignore\n\tinto ownership_events select 1',
		'delete from ${cellHolders}',
	].map((raw): [string, string, string] => [
		`a holder changed elsewhere by ${raw.split(' ')[0]} in SQL`,
		'app/domain/orders/a.server.ts',
		`export const a = sql\`${raw}\``,
	]),
	['a drawer for anything', 'app/domain/grid/utils.ts', 'export const a = 1'],
	['a drawer for anything on the server', 'app/server/misc.server.ts', 'export const a = 1'],
	['a barrel', 'app/ui/all.ts', "export * from './card'\nexport { Button } from './button'"],
	['an index', 'app/ui/index.ts', 'export const a = 1'],
]

test.each(BREACHES)('%s is a violation', (_what, file, text) => {
	expect(findViolations(new Map([[file, text]]))).toHaveLength(1)
})

test('a folder with more than twenty files is a violation, not counting tests', () => {
	const files = (count: number) => {
		const names = Array.from({ length: count }, (_, index) => `app/ui/part-${index}.tsx`)
		return new Map([...names, 'app/ui/part.test.tsx'].map(name => [name, 'export const a = 1']))
	}
	expect(findViolations(files(20))).toEqual([])
	expect(findViolations(files(21))).toEqual(['app/ui holds 21 files: at most 20 are allowed'])
})

const ALLOWED: [what: string, file: string, text: string][] = [
	[
		'a route with domain, server and ui',
		'app/routes/a.tsx',
		"import '~/domain/a/b.server'\nimport '~/server/c.server'\nimport '~/ui/d'",
	],
	['types of a route', 'app/routes/user/a.tsx', "import type { Route } from './+types/a'"],
	[
		'rules with other rules',
		'app/domain/grid/rules.ts',
		"import { a } from '../orders/rules'\nimport type { B } from '~/server/db.server'",
	],
	[
		'ui with rules',
		'app/ui/card.tsx',
		"import { a } from '~/domain/grid/rules'\nimport type { B } from '~/domain/grid/queries.server'",
	],
	['an element with rules', 'app/elements/grid.ts', "import { a } from '~/domain/grid/rules'"],
	[
		'a tool with React, ui and elements',
		'app/tools/a/a.tsx',
		"import { useState } from 'react'\nimport { B } from '~/ui/b'\nimport { c } from '~/elements/c'",
	],
	[
		'domain with words about HTTP',
		'app/domain/grid/a.ts',
		"/* Of a Request. */\nexport const a = { redirectTo: 'FormData' }",
	],
	[
		'a holder that is read elsewhere',
		'app/domain/orders/a.server.ts',
		'export const a = sql`select 1 from cell_holders join ${cellLoans}`',
	],
]

test.each(ALLOWED)('%s is allowed', (_what, file, text) => {
	expect(findViolations(new Map([[file, text]]))).toEqual([])
})
