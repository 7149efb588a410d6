import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Source texts by path from the project root, with slashes: `app/routes/public/home.tsx`. */
export type Sources = ReadonlyMap<string, string>

type Source = { file: string; text: string; program: ESTree.Program }
type Import = { from: string; to: string; typeOnly: boolean }
type Rule = { name: string; breaks: (found: Import) => boolean }

const inFolder = (name: string) => (file: string) => file.startsWith(`app/${name}/`)
const inRoutes = inFolder('routes')
const inDomain = inFolder('domain')
const inServer = inFolder('server')
const inHttp = inFolder('server/http')
const inForms = inFolder('server/forms')
const inAuth = inFolder('server/auth')
const inUi = inFolder('ui')
const inElements = inFolder('elements')
const inTools = inFolder('tools')
const inApi = inFolder('api')
const inBrowser = (file: string) => inElements(file) || inTools(file)
const isServerOnly = (file: string) => /\.server(\.(tsx?|js))?$/.test(file)
const isPackage = (file: string) => !file.startsWith('app/') && !file.startsWith('.')

/** The allowed directions of imports. Types have no cost at run time and may be imported from any lower layer. */
const IMPORT_RULES: readonly Rule[] = [
	{
		name: 'a route imports no other route',
		breaks: ({ from, to }) => inRoutes(from) && inRoutes(to) && !to.includes('/+types/'),
	},
	{
		name: 'the domain knows neither routes nor ui nor what runs in the browser',
		breaks: ({ from, to }) => inDomain(from) && (inRoutes(to) || inUi(to) || inBrowser(to)),
	},
	{
		name: 'the API knows neither routes nor ui, and only routes import it',
		breaks: ({ from, to }) =>
			inApi(from) ? inRoutes(to) || inUi(to) || inBrowser(to) : inApi(to) && !inRoutes(from),
	},
	{
		name: 'the server knows neither routes nor ui nor the domain, but for types',
		breaks: ({ from, to, typeOnly }) =>
			inServer(from) && !typeOnly && (inRoutes(to) || inUi(to) || inBrowser(to) || inDomain(to)),
	},
	{
		name: 'orders know nothing of payments, which are booked on them',
		breaks: ({ from, to }) => from.startsWith('app/domain/orders/') && to.startsWith('app/domain/payments/'),
	},
	{
		name: 'the domain knows nothing of HTTP and forms',
		breaks: ({ from, to }) => inDomain(from) && (inHttp(to) || inForms(to)),
	},
	{
		name: 'the database, mail, files, images and operations know neither requests nor forms nor who is signed in',
		breaks: ({ from, to }) =>
			/^app\/server\/(db|mail|files|images|ops)\//.test(from) && (inHttp(to) || inForms(to) || inAuth(to)),
	},
	{
		name: 'rules import types and other pure domain modules alone',
		breaks: ({ from, to, typeOnly }) =>
			inDomain(from) &&
			/(^|[/-])rules\.ts$/.test(from) &&
			!typeOnly &&
			(isPackage(to) || isServerOnly(to) || !inDomain(to)),
	},
	{
		name: 'the ui only draws: no data access',
		breaks: ({ from, to, typeOnly }) =>
			inUi(from) &&
			!typeOnly &&
			(inServer(to) || inRoutes(to) || inBrowser(to) || (inDomain(to) && isServerOnly(to)) || isDatabase(to)),
	},
	{
		name: 'elements are plain DOM: no packages, no ui, no tools, nothing that runs on the server',
		breaks: ({ from, to, typeOnly }) =>
			inElements(from) &&
			!typeOnly &&
			(isServerOnly(to) || inRoutes(to) || inUi(to) || inTools(to) || isPackage(to)),
	},
	{
		// Validation rules are loaded on demand, with zod; the first load has none (tests/e2e/budgets.spec.ts).
		name: 'tools run in the browser: nothing of the server, and no router',
		breaks: ({ from, to, typeOnly }) =>
			inTools(from) &&
			!typeOnly &&
			(isServerOnly(to) ||
				inRoutes(to) ||
				/^react-router(\/|$)/.test(to) ||
				(/^zod(\/|$)/.test(to) && !from.endsWith('/checks.ts'))),
	},
]

function isDatabase(to: string): boolean {
	return /^(drizzle-orm|@libsql)(\/|$)/.test(to)
}

/** The only module that may access the tables. */
const SCHEMA = 'app/server/db/schema.server.ts'
const MAX_FILES_PER_FOLDER = 20
const CATCH_ALL_NAME = /(^|\/)(utils?|misc|helpers?|common|lib)(\.server)?(\.tsx?)?(\/|$)/

/** Lists the violations of the architecture that Biome has no rule for, one sentence each. */
export function findViolations(sources: Sources): string[] {
	const breaches: string[] = []
	for (const [file, text] of sources) {
		if (!file.startsWith('app/') || /\.test\.tsx?$/.test(file)) continue
		const source = { file, text, program: parseSync(file, text).program }
		for (const found of findImports(source)) {
			for (const rule of IMPORT_RULES) {
				if (rule.breaks(found)) breaches.push(`${file} imports ${found.to}: ${rule.name}`)
			}
		}
		for (const name of inDomain(file) ? namesOfHttp(source) : []) {
			breaches.push(`${file} speaks of ${name}: requests, answers and forms belong to routes`)
		}
		if (inServer(file) && !isServerOnly(file) && !/-worker\.js$/.test(file)) {
			breaches.push(`${file}: app/server holds *.server files and workers alone`)
		}
		if (CATCH_ALL_NAME.test(file))
			breaches.push(`${file}: nothing is called utils, misc, helpers, common or lib`)
		if (!file.startsWith('app/domain/ownership/') && writesHolders(source)) {
			breaches.push(`${file}: who holds a cell is changed in app/domain/ownership alone`)
		}
		if (isBarrel(source) && file !== SCHEMA)
			breaches.push(`${file}: a file that only exports what others export`)
	}
	return [...breaches, ...findCrowdedFolders([...sources.keys()])]
}

/** Lists folders with more than {@link MAX_FILES_PER_FOLDER} files; tests do not count. */
function findCrowdedFolders(files: readonly string[]): string[] {
	const counts = new Map<string, number>()
	for (const file of files.filter(file => !/\.test\.tsx?$/.test(file))) {
		const folder = path.posix.dirname(file)
		counts.set(folder, (counts.get(folder) ?? 0) + 1)
	}
	const crowded = [...counts].filter(([, count]) => count > MAX_FILES_PER_FOLDER)
	return crowded.map(
		([folder, count]) => `${folder} holds ${count} files: at most ${MAX_FILES_PER_FOLDER} are allowed`,
	)
}

function findImports({ file, program }: Source): Import[] {
	const found: Import[] = []
	const add = (source: ESTree.Expression | null, typeOnly: boolean) => {
		if (source?.type === 'Literal' && typeof source.value === 'string') {
			found.push({ from: file, to: resolve(file, source.value), typeOnly })
		}
	}
	new Visitor({
		ImportDeclaration: node => add(node.source, isTypeImport(node)),
		ExportNamedDeclaration: node => add(node.source, node.exportKind === 'type'),
		ExportAllDeclaration: node => add(node.source, node.exportKind === 'type'),
		ImportExpression: node => add(node.source, false),
	}).visit(program)
	return found
}

function isTypeImport({ importKind, specifiers }: ESTree.ImportDeclaration): boolean {
	if (importKind === 'type') return true
	return (
		specifiers.length > 0 &&
		specifiers.every(name => name.type === 'ImportSpecifier' && name.importKind === 'type')
	)
}

/**
 * Resolves `~/x` and relative specifiers to paths from the root, without extension if they had none; keeps packages.
 */
function resolve(from: string, specifier: string): string {
	if (specifier.startsWith('~/')) return `app/${specifier.slice(2)}`
	if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
	return specifier
}

const HTTP = new Set(['Request', 'Response', 'FormData', 'redirect', 'redirectWithFlash'])

/** Lists names of HTTP that a file of the domain uses as types or values, not in comments and strings. */
function namesOfHttp({ program }: Source): Set<string> {
	const names = new Set<string>()
	new Visitor({
		Identifier({ name }) {
			if (HTTP.has(name)) names.add(name)
		},
	}).visit(program)
	return names
}

/** Matches writes such as `insert(cellHolders)` and `update(cellLoans)`, in SQL as well. */
function writesHolders({ text }: Source): boolean {
	const table = /(cellHolders|cellLoans|ownershipEvents)\b/.source
	const name = /["'`\\[]*(cell_holders|cell_loans|ownership_events)\b/.source
	const change = /\b(insert(\s+or\s+\w+)?\s+into|replace\s+into|update(\s+or\s+\w+)?|delete\s+from)/.source
	return (
		new RegExp(`\\.(insert|update|delete)\\(\\s*${table}`).test(text) ||
		new RegExp(`${change}\\s+(${name}|\\$\\{\\s*${table})`, 'i').test(text)
	)
}

function isBarrel({ file, program }: Source): boolean {
	if (/(^|\/)index\.tsx?$/.test(file)) return true
	return (
		program.body.length > 0 &&
		program.body.every(
			({ type, ...node }) => /^Export(Named|All)Declaration$/.test(type) && 'source' in node && node.source,
		)
	)
}
