import { execFile } from 'node:child_process'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { expect } from 'vitest'

/* Runs scripts/backup.mjs and scripts/restore.mjs as an operator does. */

/** A directory for one test file's backups. */
export const place = mkdtempSync(path.join(tmpdir(), 'market-backup-'))
/** The directory for its backups. */
export const target = path.join(place, 'backups')

type Ended = { code: number; out: string; error: string }

/** Runs a script as in the container: in another directory, with only the given variables. */
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

/** Makes a backup without warnings. @returns its directory. */
export async function backUp(from: string, to = target, env: Record<string, string> = {}): Promise<string> {
	const { code, out, error } = await run('backup', [from, to], env)
	expect([code, error]).toEqual([0, ''])
	return out
}

/** Queries the database at a URL. */
export async function ask(url: string, sql: string, args: string[] = []) {
	const client = createClient({ url, timeout: 30_000 })
	try {
		return (await client.execute({ sql, args })).rows
	} finally {
		client.close()
	}
}

/** Returns the contents of a database: the number of rows of each table, and other facts. */
export async function readContent(url: string): Promise<Record<string, unknown>> {
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

/** Checks that all files named in the database exist. */
export async function expectWhole(directory: string): Promise<void> {
	for (const row of await ask(`file:${directory}/market.db`, 'select key, bytes from files')) {
		expect(statSync(path.join(directory, 'files', String(row['key']))).size).toBe(Number(row['bytes']))
	}
}
