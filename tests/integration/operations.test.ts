import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFigures } from '~/domain/monitoring/queries.server'
import { buildReadings } from '~/domain/monitoring/readings'
import { loader as healthz } from '~/routes/api/healthz'
import { loader as readyz } from '~/routes/api/readyz'
import { closeDatabase, write } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { renderMetrics } from '~/server/ops/metrics.server'
import { getSqld } from '../support/database'
import { makeFailedMail, makeOrder, makeUser } from '../support/factories'
import { startServer, type TestServer } from '../support/server'

/* Health, readiness and metrics of a running server. */

const TOKEN = 'a-token-of-the-operator'
const MINUTE = 60_000
let server: TestServer

beforeAll(async () => {
	server = await startServer({
		dataDir: process.env['DATA_DIR'] ?? '',
		env: { METRICS_TOKEN: TOKEN, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'MCXI <house@mcxi.example>' },
	})
})

afterAll(async () => {
	await server.stop()
})

const ask = (pathname: string, token?: string) =>
	fetch(server.url + pathname, {
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
		redirect: 'manual',
	})

/** Returns the values of a metric by its labels, such as `{status="open"}` or empty. */
async function metric(name: string): Promise<Record<string, number>> {
	const text = await (await ask('/metrics', TOKEN)).text()
	const lines = text.matchAll(new RegExp(`^${name}(\\{.*\\})? (\\S+)$`, 'gm'))
	return Object.fromEntries(Array.from(lines, ([, labels = '', value]) => [labels, Number(value)]))
}

async function makeWaitingMail(ageMs: number): Promise<void> {
	const createdAt = Date.now() - ageMs
	const mail = {
		kind: 'contact',
		recipient: 'ada@example.test',
		subject: 'Late',
		text: 'late',
		html: '<p>late',
	}
	await write(tx =>
		tx.insert(outbox).values({ ...mail, id: randomUUID(), createdAt, nextAttemptAt: Date.now() + MINUTE }),
	)
}

describe('/metrics', () => {
	test('is not found without the token', async () => {
		for (const token of [undefined, '', 'wrong', `${TOKEN}x`, TOKEN.slice(1)]) {
			const response = await ask('/metrics', token)
			expect(response.status).toBe(404)
			expect(await response.text()).toBe('')
		}
		const basic = { authorization: `Basic ${Buffer.from(`:${TOKEN}`).toString('base64')}` }
		expect((await fetch(`${server.url}/metrics`, { headers: basic })).status).toBe(404)
		expect((await ask('/metrics', TOKEN)).status).toBe(200)
	})

	test('is not found while no token is configured, or an empty one', async () => {
		const bare = await startServer({ env: { METRICS_TOKEN: '' } })
		try {
			for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
				expect((await fetch(`${bare.url}/metrics`, { headers: { authorization } })).status).toBe(404)
			}
		} finally {
			await bare.stop()
		}
	})

	test('counts requests by route id and status, never by URL', async () => {
		const before = await metric('http_requests_total')
		await ask('/user/history/4711-secret?q=word')
		// From the second request on, the response comes from the cache.
		for (let asked = 0; asked < 3; asked++) await ask('/about')
		await ask('/favicon.svg')
		await ask('/%')
		await ask('/certificates/none/at/all')
		const after = await metric('http_requests_total')
		const raised = (route: string, status: number) => {
			const labels = `{method="GET",route="${route}",status="${status}"}`
			return (after[labels] ?? 0) - (before[labels] ?? 0)
		}
		expect(raised('routes/user/history/history-order', 302)).toBe(1)
		expect(raised('routes/public/about', 200)).toBe(3)
		const lines = (await server.printed()).match(/^.*"path":"\/about".*$/gm) ?? []
		expect(lines.slice(-3).map(line => JSON.parse(line))).toEqual(
			Array(3).fill(expect.objectContaining({ route: 'routes/public/about', address: '127.0.0.1' })),
		)
		expect(raised('refused', 400)).toBe(1)
		expect(raised('none', 200)).toBe(1)
		const text = await (await ask('/metrics', TOKEN)).text()
		for (const part of ['4711', 'secret', 'word', 'certificates', '="/']) expect(text).not.toContain(part)
		expect(text).not.toContain('route="unknown"')
		const durations = await metric('http_request_duration_seconds_count')
		expect(durations['{method="GET",route="routes/public/about"}']).toBeGreaterThan(0)
		expect(await metric('nodejs_eventloop_lag_p99_seconds')).toHaveProperty([''])
	})

	test('reports orders, holds, emails and the database', async () => {
		const buyer = await makeUser()
		await makeOrder(buyer.id, [20, 21], { status: 'open' })
		await makeOrder(buyer.id, [30], { status: 'pending' })
		await makeOrder(buyer.id, [31], { status: 'failed' })
		await makeFailedMail(buyer.email)
		await makeWaitingMail(10 * MINUTE)
		expect(await metric('market_orders')).toMatchObject({
			'{status="open"}': 1,
			'{status="pending"}': 1,
			'{status="failed"}': 1,
			'{status="approved"}': 0,
		})
		expect(await metric('market_holds')).toEqual({ '': 1 })
		expect(await metric('market_held_cells')).toEqual({ '': 2 })
		expect(await metric('market_outbox_waiting')).toEqual({ '': 1 })
		expect(await metric('market_outbox_failed')).toEqual({ '': 1 })
		expect((await metric('market_outbox_oldest_seconds'))['']).toBeGreaterThanOrEqual(600)
		expect((await metric('market_database_bytes'))['']).toBeGreaterThan(100_000)
		expect(await metric('market_database_up')).toEqual({ '': 1 })
		expect(await metric('market_image_queue')).toEqual({ '': 0 })
		await write(tx => tx.delete(outbox).where(isNull(outbox.failedAt)))
		expect(await metric('market_outbox_oldest_seconds')).toEqual({ '': 0 })
	})
})

test('alerts and dashboard use existing metrics, and the manual describes every alert', async () => {
	const text = await (await ask('/metrics', TOKEN)).text()
	const known = new Set(Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '']) => name))
	// Metrics of a bucket, and after a backup.
	known.add('market_backup_age_seconds')
	expect(known).toContain('market_file_store_requests_total')
	const alerts = readFileSync('deploy/alerts.yml', 'utf8')
	const dashboard = JSON.parse(readFileSync('deploy/dashboard.json', 'utf8')) as {
		panels: { title: string; targets: { expr: string }[] }[]
	}
	const expressions = [
		...Array.from(alerts.matchAll(/^ +expr: (.+)$/gm), ([, expression = '']) => expression),
		...dashboard.panels.flatMap(panel => panel.targets.map(target => target.expr)),
	]
	expect(expressions.length).toBeGreaterThan(30)
	const named = expressions.flatMap(expression => [
		...expression.matchAll(/\b(?:market|http|nodejs|process)_\w+\b/g),
	])
	const missing = named.filter(([name]) => !known.has(name.replace(/_(bucket|sum|count)$/, '')))
	expect(missing.map(([name]) => name)).toEqual([])

	const manual = readFileSync('docs/operations/monitoring.md', 'utf8')
	for (const [, alarm = ''] of alerts.matchAll(/- alert: (\w+)/g))
		expect(manual).toContain(`\n| \`${alarm}\` `)
	const own = Array.from(text.matchAll(/^# TYPE (market_\w+)/gm), ([, name = '']) => name)
	for (const name of own) expect(manual).toContain(`\`${name}\``)
})

test('reports the build, the free disk space and the age of the newest backup', async () => {
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
	expect(await metric('market_build_info')).toEqual({ [`{version="${version}",revision="unknown"}`]: 1 })
	expect((await metric('market_disk_free_bytes'))['']).toBeGreaterThan(1_000_000)
	expect(await metric('market_backup_age_seconds')).toEqual({})
	const yesterday = new Date(Date.now() - 24 * 60 * MINUTE).toISOString()
	writeFileSync(path.join(server.dataDir, 'last-backup'), yesterday)
	expect((await metric('market_backup_age_seconds'))['']).toBeCloseTo(86_400, -2)
})

test('/healthz and /readyz return JSON with the status and the free space', async () => {
	const health = await ask('/healthz')
	expect(health.status).toBe(200)
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
	const facts = { version, revision: 'unknown', clientAddress: '127.0.0.1' }
	expect(await health.json()).toEqual({ status: 'ok', ...facts })
	await makeWaitingMail(30 * MINUTE)
	const bare = await startServer({
		dataDir: server.dataDir,
		env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.c' },
	})
	try {
		const ready = await fetch(`${bare.url}/readyz`)
		expect(ready.status).toBe(200)
		const state = (await ready.json()) as Record<string, unknown>
		expect(state).toMatchObject({ status: 'ready', canRead: true, canWrite: true, canStoreFiles: true })
		expect(state['freeDiskBytes']).toBeGreaterThan(1_000_000)
		expect(state['oldestUnsentEmailSeconds']).toBeGreaterThanOrEqual(1_800)
	} finally {
		await bare.stop()
	}
})

const isServer = process.env['TEST_DATABASE'] === 'sqld'

test.skipIf(isServer)(
	'while another process holds the write lock, the server is alive but not ready',
	async () => {
		const other = createClient({ url: `file:${path.join(server.dataDir, 'market.db')}`, timeout: 30_000 })
		const lock = await other.transaction('write')
		try {
			const ready = await ask('/readyz')
			expect(ready.status).toBe(503)
			expect(await ready.json()).toMatchObject({ status: 'unavailable', canRead: true, canWrite: false })
			expect((await ask('/healthz')).status).toBe(200)
		} finally {
			await lock.rollback()
			other.close()
		}
	},
)

test('while the store is not writable, the server is alive but not ready', async () => {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'market-no-store-'))
	const full = await startServer({ dataDir, env: { STORAGE_URL: path.join(dataDir, 'file/below') } })
	try {
		writeFileSync(path.join(dataDir, 'file'), '')
		expect((await fetch(`${full.url}/healthz`)).status).toBe(200)
		const ready = await fetch(`${full.url}/readyz`)
		expect(ready.status).toBe(503)
		expect(await ready.json()).toMatchObject({ canWrite: true, canStoreFiles: false, freeDiskBytes: null })
	} finally {
		await full.stop()
		rmSync(dataDir, { recursive: true })
	}
})

test('without a database the server is not alive, and process metrics remain', async () => {
	const sqld = await getSqld(process.env['DATA_DIR'] ?? '')
	await (sqld ? sqld.kill() : closeDatabase())
	const health = await healthz()
	expect(health.status).toBe(503)
	expect(await health.json()).toMatchObject({ status: 'unavailable' })
	const ready = await readyz()
	expect(ready.status).toBe(503)
	expect(await ready.json()).toMatchObject({
		status: 'unavailable',
		canRead: false,
		canWrite: false,
		oldestUnsentEmailSeconds: null,
	})
	const figures = await readFigures(Date.now()).catch(() => undefined)
	const text = await (
		await renderMetrics(buildReadings(figures, { room: 1, disk: null, backupAt: null }, Date.now()))
	).text()
	expect(text).toContain('market_database_up 0')
	expect(text).toContain('process_resident_memory_bytes')
	expect(text).not.toContain('market_orders')
})
