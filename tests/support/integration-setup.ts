import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, vi } from 'vitest'

/* Runs before each integration test file: gives it its own copy of all modules, and the product a separate data
   directory with a migrated and seeded database. The imports are dynamic because the product reads the environment when
   it is imported, and because the tests must share the libSQL servers that database.ts remembers. */

vi.resetModules()
const { copyTemplate, endServer, getServer } = await import('./database')
const dataDir = mkdtempSync(path.join(tmpdir(), 'market-integration-'))
copyTemplate(dataDir)
const DATABASE_URL = await getServer(dataDir)
Object.assign(process.env, {
	NODE_ENV: 'test',
	DEMO: '1',
	DATA_DIR: dataDir,
	APP_URL: 'http://localhost:3000',
	LOG_LEVEL: 'silent',
	...(DATABASE_URL ? { DATABASE_URL } : {}),
})

// The copy is complete; a libSQL server starts empty.
beforeAll(async () => {
	const { migrate } = await import('~/server/db/migrate.server')
	const { seed } = await import('~/domain/settings/seed.server')
	await migrate()
	await seed(Date.now())
})

afterAll(async () => {
	const { closeDatabase } = await import('~/server/db/db.server')
	await closeDatabase()
	await endServer(dataDir)
	rmSync(dataDir, { recursive: true, force: true })
	vi.unstubAllEnvs()
})
