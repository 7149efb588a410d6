import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startSqld } from '../support/sqld'

/* One libSQL server and one directory of files, for the processes of the cluster and for what the tests ask themselves.
   The product's modules read the environment when they are imported, hence the dynamic imports. */

const dataDir = mkdtempSync(path.join(tmpdir(), 'market-cluster-'))
const sqld = await startSqld()
Object.assign(process.env, {
	NODE_ENV: 'test',
	DEMO: '1',
	DATA_DIR: dataDir,
	DATABASE_URL: sqld.url,
	APP_URL: 'http://localhost:3000',
	LOG_LEVEL: 'silent',
})

beforeAll(async () => {
	const { migrate } = await import('~/server/migrate.server')
	const { seed } = await import('~/domain/settings/seed.server')
	await migrate()
	await seed(Date.now())
})

afterAll(async () => {
	const { closeDatabase } = await import('~/server/db.server')
	await closeDatabase()
	await sqld.stop()
	rmSync(dataDir, { recursive: true, force: true })
})
