import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breachesOf } from './support/import-rules'

test('the product keeps to its architecture', () => {
	const files = readdirSync('app', { recursive: true, encoding: 'utf8' })
		.map(file => `app/${file.replaceAll('\\', '/')}`)
		.filter(file => /\.tsx?$/.test(file))
	expect(files.length).toBeGreaterThan(50)
	expect(breachesOf(new Map(files.map(file => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

const BREACHES: [what: string, file: string, text: string][] = [
	['a route that imports a route', 'app/routes/user/a.tsx', "import { b } from '../admin/b'"],
	['a route that loads a route late', 'app/routes/user/a.tsx', "const b = await import('~/routes/user/b')"],
	['domain that imports ui', 'app/domain/grid/queries.server.ts', "import { Grid } from '~/ui/grid'"],
	[
		'domain that passes a route on',
		'app/domain/grid/a.ts',
		"export { b } from '../../routes/b'\nexport const c = 1",
	],
	['mails that import ui', 'app/domain/mail/letter.ts', "import { brand } from '~/ui/brand'"],
	['server that imports domain', 'app/server/mail.server.ts', "import { a } from '~/domain/mail/letter'"],
	['rules that import a package', 'app/domain/grid/rules.ts', "import { z } from 'zod'"],
	['rules that read the database', 'app/domain/grid/rules.ts', "import { db } from '~/server/db.server'"],
	['rules that import queries', 'app/domain/grid/rules.ts', "import { a, type B } from './queries.server'"],
	['ui that reads the database', 'app/ui/card.tsx', "import { db } from '../server/db.server'"],
	['ui that queries', 'app/ui/card.tsx', "import { a } from '~/domain/grid/queries.server'"],
	['ui that builds queries', 'app/ui/card.tsx', "import { eq } from 'drizzle-orm'"],
	['enhance with server code', 'app/enhance/copy.ts', "import { env } from '~/server/env.server'"],
	['enhance with a package', 'app/enhance/copy.ts', "import 'react'"],
	['process.env elsewhere', 'app/server/mail.server.ts', "export const a = process.env['A']"],
	['process["env"] elsewhere', 'app/server/mail.server.ts', "export const a = process['env'].A"],
	['browser code in app/server', 'app/server/words.ts', 'export const a = 1'],
	['a drawer for anything', 'app/domain/grid/utils.ts', 'export const a = 1'],
	['a drawer for anything on the server', 'app/server/misc.server.ts', 'export const a = 1'],
	['a barrel', 'app/ui/all.ts', "export * from './card'\nexport { Button } from './button'"],
	['an index', 'app/ui/index.ts', 'export const a = 1'],
]

test.each(BREACHES)('%s is a breach', (_what, file, text) => {
	expect(breachesOf(new Map([[file, text]]))).toHaveLength(1)
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
	['enhance with rules', 'app/enhance/grid.ts', "import { a } from '~/domain/grid/rules'"],
	['the one reader of the environment', 'app/server/env.server.ts', 'export const a = process.env'],
]

test.each(ALLOWED)('%s is allowed', (_what, file, text) => {
	expect(breachesOf(new Map([[file, text]]))).toEqual([])
})
