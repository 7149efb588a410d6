import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { createClient, type InArgs } from '@libsql/client'
import { type Sqld, startSqld } from './sqld'

const servers = new Map<string, Promise<Sqld>>()

/**
 * Returns the DATABASE_URL for products of a test that share `dataDir`: undefined for a file in it, or with
 * TEST_DATABASE=sqld a separate libSQL server.
 */
export async function getServer(dataDir: string): Promise<string | undefined> {
	if (process.env['TEST_DATABASE'] !== 'sqld') return undefined
	const server = servers.get(dataDir) ?? startSqld()
	servers.set(dataDir, server)
	return (await server).url
}

/** Returns the URL of the database of `dataDir` for a client of the test. */
export async function getDatabase(dataDir: string): Promise<string> {
	return (await getServer(dataDir)) ?? `file:${dataDir}/market.db`
}

/**
 * Returns the steps of a statement's query plan, read by a client of its own: a connection that has explained a statement
 * keeps its read snapshot.
 */
export async function explainQuery({
	sql,
	params = [],
}: {
	sql: string
	params?: unknown[]
}): Promise<string[]> {
	const client = createClient({ url: await getDatabase(process.env['DATA_DIR'] ?? '') })
	try {
		const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args: params as InArgs })
		return rows.map(row => String(row['detail']))
	} finally {
		client.close()
	}
}

/** Stops the libSQL server of `dataDir`, if there is one. */
export async function endServer(dataDir: string): Promise<void> {
	const server = await servers.get(dataDir)
	servers.delete(dataDir)
	await server?.stop()
}

/** Returns the libSQL server of `dataDir`, to be killed or stopped. */
export function getSqld(dataDir: string): Promise<Sqld> | undefined {
	return servers.get(dataDir)
}

/** Creates the database file of `dataDir` from a template, which is faster than migrating and seeding it. */
export function copyTemplate(dataDir: string): void {
	const template = process.env['TEST_TEMPLATE']
	if (template && process.env['TEST_DATABASE'] !== 'sqld')
		copyFileSync(template, path.join(dataDir, 'market.db'))
}
