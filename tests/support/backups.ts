import { execFile } from 'node:child_process'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { expect } from 'vitest'

/* scripts/backup.mjs and scripts/restore.mjs as an operator calls them. */

/** A directory for one test file's backups. */
export const place = mkdtempSync(path.join(tmpdir(), 'market-backup-'))
/** The directory for its backups. */
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
export async function backUp(from: string, to = target, env: Record<string, string> = {}): Promise<string> {
	const { code, out, error } = await run('backup', [from, to], env)
	expect([code, error]).toEqual([0, ''])
	return out
}

/** The answer of a database, by its address. */
export async function ask(url: string, sql: string, args: string[] = []) {
	const client = createClient({ url, timeout: 30_000 })
	try {
		return (await client.execute({ sql, args })).rows
	} finally {
		client.close()
	}
}

/** Everything that a database holds: how many rows of each table, and what else there is. */
export async function contentOf(url: string): Promise<Record<string, unknown>> {
	const schema = await ask(
		url,
		`select type, name from sqlite_schema where name not like 'sqlite%' order by type, name`,
	)
	const counts: Record<string, unknown> = {}
	for (const { type, name } of schema) {
		counts[`${type} ${name}`] =
			type === 'table' ? (await ask(url, `select count(*) as n from "${name}"`))[0]?.['n'] : true
	}
	return counts
}

/** Everything that a database says there is, is there. */
export async function expectWhole(directory: string): Promise<void> {
	for (const row of await ask(`file:${directory}/market.db`, 'select key, bytes from files')) {
		expect(statSync(path.join(directory, 'files', String(row['key']))).size).toBe(Number(row['bytes']))
	}
}
