import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../scripts/built.mjs'

/**
 * Creates one migrated and seeded database file before the tests; test files and servers start with copies of it (see
 * copyTemplate). @returns a function that removes it.
 */
export default function templateOnce(): () => void {
	const directory = mkdtempSync(path.join(tmpdir(), 'market-template-'))
	const env = { PATH: process.env['PATH'], NODE_ENV: 'test', DEMO: '1', DATA_DIR: directory }
	execFileSync(process.execPath, ['--import', 'tsx', 'drizzle/seed.ts'], { cwd: root, env })
	process.env['TEST_TEMPLATE'] = path.join(directory, 'market.db')
	return () => rmSync(directory, { recursive: true, force: true })
}
