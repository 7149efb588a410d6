/* npm test: installs what is missing, then types, lint, unused code, build, unit, integration and browser tests. Every stage runs
   whatever became of the one before; the last line is the sum. Plain Node, no packages. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packagesAreFresh, root } from './built.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * What Vitest (the first four) or Playwright (`stats`) leaves as JSON.
 * @typedef {{
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 * }} Report
 */
/** @typedef {{ name: string, command: string[], counts?: (report: Report) => Counts }} Stage */

const STAGE_LIMIT_MS = 15 * 60 * 1000
const reports = mkdtempSync(path.join(tmpdir(), 'market-reports-'))
const reportFile = path.join(reports, 'report.json')

process.chdir(root)

/** @type {(project: string) => Stage} */
const vitest = project => ({
	name: `${project} tests`,
	command: [
		'npx',
		'vitest',
		'run',
		'--project',
		project,
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${reportFile}`,
	],
	counts: report => ({
		passed: report.numPassedTests,
		failed: report.numFailedTests,
		skipped: report.numPendingTests + report.numTodoTests,
	}),
})

/** @type {Stage[]} */
const STAGES = [
	{ name: 'types', command: ['npm', 'run', '--silent', 'typecheck'] },
	{ name: 'lint', command: ['npx', 'biome', 'check', '--diagnostic-level=error', '.'] },
	{ name: 'unused code', command: ['npx', 'knip'] },
	{ name: 'build', command: ['npm', 'run', '--silent', 'build'] },
	vitest('unit'),
	vitest('integration'),
	{
		name: 'browser tests',
		command: ['npx', 'playwright', 'test', '--reporter=list,json'],
		counts: ({ stats }) => ({
			passed: stats.expected + stats.flaky,
			failed: stats.unexpected,
			skipped: stats.skipped,
		}),
	},
]

/**
 * Runs a command with its output shown. @returns whether it ended well.
 * @type {(command: string[]) => Promise<boolean>}
 */
function run([program = '', ...args]) {
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
			console.error(`stopped after ${STAGE_LIMIT_MS / 60_000} minutes`)
			stop()
		}, STAGE_LIMIT_MS)
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
 * What a stage adds to the sum. A crash, or an end with an error that no test accounts for, is one failure.
 * @type {(stage: Stage) => Promise<Counts>}
 */
async function outcomeOf(stage) {
	rmSync(reportFile, { force: true })
	const good = await run(stage.command)
	if (!stage.counts) return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 }
	try {
		const counts = stage.counts(JSON.parse(readFileSync(reportFile, 'utf8')))
		return { ...counts, failed: good ? counts.failed : Math.max(1, counts.failed) }
	} catch {
		return { passed: 0, failed: 1, skipped: 0 }
	}
}

const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []

/** @type {(name: string, counts: Counts, seconds: number) => void} */
function add(name, counts, seconds) {
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
			add('packages', { passed: 0, failed: 1, skipped: 0 }, 0)
			return
		}
	}
	const { findChromium, installChromium } = await import('./chromium.mjs')
	if (!(await findChromium())) {
		console.log('\n== a browser')
		await installChromium()
	}
	for (const stage of STAGES) {
		console.log(`\n== ${stage.name}`)
		const start = Date.now()
		add(stage.name, await outcomeOf(stage), Math.round((Date.now() - start) / 1000))
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
console.log(`\n${summary.join('\n')}`)
if (total.skipped > 0) console.log(`${total.skipped} skipped`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
