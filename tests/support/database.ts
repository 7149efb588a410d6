import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { type Sqld, startSqld } from './sqld'

const servers = new Map<string, Promise<Sqld>>()

/**
 * DATABASE_URL of the products of a test that share `dataDir`. Undefined for a file in it; with TEST_DATABASE=sqld, a
 * libSQL server of their own.
 */
export async function serverOf(dataDir: string): Promise<string | undefined> {
	if (process.env['TEST_DATABASE'] !== 'sqld') return undefined
	const server = servers.get(dataDir) ?? startSqld()
	servers.set(dataDir, server)
	return (await server).url
}

/** The URL of the database of `dataDir`, for a client of the test. */
export async function databaseOf(dataDir: string): Promise<string> {
	return (await serverOf(dataDir)) ?? `file:${dataDir}/market.db`
}

/** Ends the libSQL server of `dataDir`, if there is one. */
export async function endServerOf(dataDir: string): Promise<void> {
	const server = await servers.get(dataDir)
	servers.delete(dataDir)
	await server?.stop()
}

/** The libSQL server of `dataDir`, to be killed or frozen. */
export function sqldOf(dataDir: string): Promise<Sqld> | undefined {
	return servers.get(dataDir)
}

/** Begins the database file of `dataDir` with the rows of a new installation, which takes a copy instead of a start. */
export function copyTemplate(dataDir: string): void {
	const template = process.env['TEST_TEMPLATE']
	if (template && process.env['TEST_DATABASE'] !== 'sqld')
		copyFileSync(template, path.join(dataDir, 'market.db'))
}
