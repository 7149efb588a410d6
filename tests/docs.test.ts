import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/* Rules of the product, records, files and pages that documents and comments cite must exist. */

const ROOMS = ['app', 'tests', 'scripts', 'bench', 'docs', 'drizzle', 'deploy']
const TEXT = /\.(tsx?|m?js|css|md|ya?ml|conf)$/
const SELF = 'tests/docs.test.ts'

const listFiles = (room: string) =>
	readdirSync(room, { recursive: true, encoding: 'utf8' })
		.map(file => `${room}/${file.replaceAll('\\', '/')}`)
		.filter(file => TEXT.test(file) && file !== SELF)

const rootFiles = readdirSync('.').filter(file => TEXT.test(file) && statSync(file).isFile())
const texts = new Map(
	[...ROOMS.flatMap(listFiles), ...rootFiles].map(file => [file, readFileSync(file, 'utf8')] as const),
)
const pages = [...texts].filter(([file]) => file.endsWith('.md'))

/** Finds all matches of `pattern` with their files. */
function cited(pattern: RegExp): { file: string; what: string }[] {
	return [...texts].flatMap(([file, text]) =>
		[...text.matchAll(pattern)].map(match => ({ file, what: match[1] ?? match[0] })),
	)
}

/** Returns the anchors of a page's headings, as GitHub generates them. */
function findAnchors(page: string): string[] {
	return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	)
}

describe('citations in sources and documents', () => {
	const product = readFileSync('docs/product.md', 'utf8')
	const rules = [...product.matchAll(/^\*\*(P\d+)\. /gm)].map(match => match[1])
	const records = readdirSync('docs/decisions').map(file => file.slice(0, 4))

	test('refer to product rules that are numbered without a gap', () => {
		expect(rules.length).toBeGreaterThan(40)
		expect(rules).toEqual(rules.map((_, index) => `P${index + 1}`))
	})

	test('name only product rules that exist', () => {
		const found = cited(/(?<![\w.'"/-])(P[1-9]\d?)(?![\w'"])/g)
		expect(found.length).toBeGreaterThan(60)
		expect(found.filter(({ what }) => !rules.includes(what))).toEqual([])
	})

	test('name only decision records that exist', () => {
		const numbers = [
			...cited(/decisions\/(\d{4})/g),
			...cited(/\brecords?\s(\d{1,4})\b/gi).map(({ file, what }) => ({ file, what: what.padStart(4, '0') })),
		]
		expect(numbers.length).toBeGreaterThan(40)
		expect(numbers.filter(({ what }) => !records.includes(what))).toEqual([])
	})

	test('contain no numbers of other documents', () => {
		expect(
			cited(
				/\b(decisions? \d+|specifications? \d|of the specification|sections? \d+)\b|(?<=[a-z] )\([1-9]\.\d\)/gi,
			),
		).toEqual([])
	})
})

describe('the documentation', () => {
	test('has at most 45 decision records, all listed with their titles', () => {
		const files = readdirSync('docs/decisions').filter(file => file !== 'README.md')
		const list = readFileSync('docs/decisions/README.md', 'utf8')
		expect(files.length).toBeLessThanOrEqual(45)
		for (const file of files) {
			const [, title] = /^# \d+\. (.+)$/m.exec(readFileSync(`docs/decisions/${file}`, 'utf8')) ?? []
			expect(list).toContain(`- [${file.slice(0, 4)}](${file}) ${title}`)
		}
	})

	test('has no broken relative links', () => {
		const dead = pages.flatMap(([file, text]) =>
			[...text.matchAll(/\]\(([^)\s]+)\)/g)]
				.map(match => match[1] ?? '')
				.filter(link => !/^(https?|mailto):/.test(link))
				.filter(link => {
					const [to = '', anchor] = link.split('#')
					const target = to ? path.posix.join(path.posix.dirname(file), to) : file
					if (!existsSync(target)) return true
					return anchor !== undefined && !findAnchors(readFileSync(target, 'utf8')).includes(anchor)
				})
				.map(link => `${file}: ${link}`),
		)
		expect(dead).toEqual([])
	})

	test('names only files and folders that exist', () => {
		const named =
			/`((?:app|tests|scripts|bench|drizzle|deploy|docs|public)\/[\w./-]+|[\w-]+\.config\.ts|server\.js)`/g
		const missing = pages.flatMap(([file, text]) =>
			[...text.matchAll(named)]
				.map(match => match[1] ?? '')
				.filter(name => !/NAME|NNNN|\*|decisions\/\d{4}$/.test(name) && !existsSync(name))
				.map(name => `${file}: ${name}`),
		)
		expect(missing).toEqual([])
	})

	test('names only commands that exist', () => {
		const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
		const named = pages.flatMap(([file, text]) =>
			[...text.matchAll(/`(?:npm run )?((?:test|db|screens|files):[a-z0-9]+)\b|npm run ([a-z0-9:]+)/g)].map(
				match => ({
					file,
					name: match[1] ?? match[2] ?? '',
				}),
			),
		)
		expect(named.length).toBeGreaterThan(20)
		expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([])
	})

	test('lists every environment variable', () => {
		const source = readFileSync('app/server/ops/env.server.ts', 'utf8')
		const variables = [...source.matchAll(/^\t+([A-Z][A-Z0-9_]+):/gm)].map(match => match[1] ?? '')
		const list = readFileSync('docs/operations/configuration.md', 'utf8')
		expect(variables.length).toBeGreaterThan(15)
		expect(variables.filter(name => !list.includes(`\`${name}\``))).toEqual([])
	})

	test('is reachable from README.md', () => {
		const reached = new Set(['README.md'])
		for (const file of reached) {
			for (const match of readFileSync(file, 'utf8').matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g)) {
				const target = path.posix.join(path.posix.dirname(file), match[1] ?? '')
				if (existsSync(target)) reached.add(target)
			}
		}
		expect(pages.map(([file]) => file).filter(file => !reached.has(file))).toEqual([])
	})

	test('includes at most four screenshots', () => {
		const pictures = execFileSync('git', ['ls-files', 'docs'], { encoding: 'utf8' })
			.split('\n')
			.filter(file => /\.(webp|png|jpe?g)$/.test(file))
		expect(pictures.length).toBeLessThanOrEqual(4)
	})
})
