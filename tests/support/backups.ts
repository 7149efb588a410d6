import { execFile } from 'node:child_process'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { expect } from 'vitest'

/* scripts/backup.mjs and scripts/restore.mjs as an operator calls them. */

/** A directory for one test file's backups. */
export const place = mkdtempSync(path.join(tmpdir(), 'market-backup-'))
/** Where its backups go. */
export const target = path.join(place, 'backups')

type Ended = { code: number; out: string; error: string }

/** Runs a script as in the container: another directory, no variables but those given. */
export function run(
	script: 'backup' | 'restore',
	args: string[],
	env: Record<string, string> = {},
): Promise<Ended> {
	const command = [path.resolve(`scripts/${script}.mjs`), ...args]
	const options = { cwd: place, env: { PATH: process.env['PATH'], ...env } as unknown as NodeJS.ProcessEnv }
	return new Promise(resolve => {
		execFile(process.execPath, command, options, (error, out, errors) => {
			resolve({ code: error ? Number(error.code) : 0, out: out.trim(), error: errors.trim() })
		})
	})
}

/** Makes a backup that has nothing to complain about. @returns its directory. */
export async function backUp(from: string, to = target): Promise<string> {
	const { code, out, error } = await run('backup', [from, to])
	expect([code, error]).toEqual([0, ''])
	return out
}

/** The answer of a database file that nobody serves. */
export async function ask(database: string, sql: string, args: string[] = []) {
	const client = createClient({ url: `file:${database}`, timeout: 30_000 })
	const { rows } = await client.execute({ sql, args })
	client.close()
	return rows
}

/** Everything that a database says there is, is there. */
export async function expectWhole(directory: string): Promise<void> {
	for (const row of await ask(path.join(directory, 'market.db'), 'select key, bytes from files')) {
		expect(statSync(path.join(directory, 'files', String(row['key']))).size).toBe(Number(row['bytes']))
	}
}
