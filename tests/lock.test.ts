import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/* Two `npm start` in one checkout install and build one after the other. */

const run = promisify(execFile)

test('a lock is exclusive, and the lock of a killed process is taken over', async () => {
	const place = mkdtempSync(path.join(tmpdir(), 'market-lock-'))
	const record = path.join(place, 'record')
	writeFileSync(record, '')
	const env = { PATH: process.env['PATH'], TMPDIR: place } as unknown as NodeJS.ProcessEnv
	const script = (work: string) => [
		'--input-type=module',
		'--eval',
		`import { appendFileSync } from 'node:fs'
		import { setTimeout } from 'node:timers/promises'
		import { whileLocked } from '${path.resolve('scripts/lock.mjs')}'
		const note = text => appendFileSync('${record}', text)
		await whileLocked(async () => { ${work} }, () => {})`,
	]
	await expect(
		run(process.execPath, script(`process.kill(process.pid, 'SIGKILL')`), { env }),
	).rejects.toThrow()
	const alone = script(`note('<'); await setTimeout(30); note('>')`)
	await Promise.all([1, 2, 3].map(() => run(process.execPath, alone, { env })))
	expect(readFileSync(record, 'utf8')).toBe('<><><>')
	rmSync(place, { recursive: true })
})
