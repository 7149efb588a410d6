import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterEach, expect, test } from 'vitest'
import { db, write } from '~/server/db/db.server'
import { outbox } from '~/server/db/schema.server'
import { expectAllMails, expectConsistentOrders } from '../support/consistency'
import { endServer, getDatabase } from '../support/database'
import { startMailServer } from '../support/mail-server'
import { freePort, startServer, type TestServer } from '../support/server'
import { type Bought, makeRandom, shop, shopDuringKills } from '../support/shopping'

/* The built product in separate processes on this file's database, so that tests can query what the servers wrote. */

const dataDir = process.env['DATA_DIR'] ?? ''
const seed = Number(process.env['ROBUSTNESS_SEED'] ?? 1111)
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
	for (const end of ends.splice(0).reverse()) await end()
})

async function serve(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
	const server = await startServer(options)
	ends.push(() => server.stop())
	return server
}

async function until(look: () => Promise<boolean>, patienceMs: number): Promise<void> {
	const deadline = Date.now() + patienceMs
	while (!(await look())) {
		if (Date.now() > deadline) throw new Error(`Waited in vain for ${look}`)
		await pause(50)
	}
}

const nothingWaits = async () => (await db.$count(outbox, isNull(outbox.sentAt))) === 0

/** Checks the invariants of the database after an interruption. */
async function expectSoundBooks(bought: Bought[]): Promise<void> {
	// Uses a separate connection: SQLite 3.45 reports errors in full-text tables written by another connection.
	const fresh = createClient({ url: await getDatabase(dataDir), timeout: 30_000 })
	const { rows: verdict } = await fresh.execute('pragma integrity_check')
	fresh.close()
	expect(verdict.map(row => row['integrity_check'])).toEqual(['ok'])
	await expectConsistentOrders(bought)
}

test('while SMTP is down buyers are not affected, and emails are delivered once afterwards', async () => {
	await write(tx => tx.delete(outbox))
	const mailPort = await freePort()
	const server = await serve({
		dataDir,
		env: { SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true`, MAIL_FROM: 'MCXI <house@mcxi.example>' },
	})
	const chance = makeRandom(seed)
	const bought = (await Promise.all([1, 2, 3].map(() => shop({ url: server.url, count: 1, chance })))).flat()
	await until(async () => (await db.$count(outbox, isNull(outbox.lastError))) === 0, 300_000)
	expect(await db.$count(outbox, and(isNull(outbox.sentAt), isNull(outbox.failedAt)))).toBe(
		await db.$count(outbox),
	)

	const mailServer = await startMailServer(mailPort)
	ends.push(mailServer.stop)
	// The delay of a retry grows with the downtime; here all are due immediately.
	await write(tx => tx.update(outbox).set({ nextAttemptAt: 0 }))
	await until(nothingWaits, 600_000)
	await expectSoundBooks(bought)
	await expectAllMails(mailServer.accepted, bought)
	expect(mailServer.accepted).toHaveLength(new Set(mailServer.accepted.map(mail => mail.messageId)).size)
}, 900_000)

/* A hundred purchases on a libSQL server (npm run test:all). */
const EACH = process.env['TEST_DATABASE'] === 'sqld' ? 10 : 2

test('random kills during dozens of purchases leave nothing partial, lost or sold twice', async () => {
	console.log(`ROBUSTNESS_SEED=${seed}`)
	await write(tx => tx.delete(outbox))
	const chance = makeRandom(seed)
	const mailPort = await freePort()
	const mailServer = await startMailServer(mailPort)
	ends.push(mailServer.stop)
	const options = {
		dataDir,
		port: await freePort(),
		env: { SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true`, MAIL_FROM: 'MCXI <house@mcxi.example>' },
	}
	let server = await startServer(options)
	ends.push(() => server.stop())
	const { bought, responses, kills } = await shopDuringKills({
		getUrl: () => server.url,
		each: EACH,
		async kill() {
			await server.kill()
			server = await startServer(options)
		},
		chance,
	})
	expect(bought).toHaveLength(10 * EACH)
	expect(kills).toBeGreaterThanOrEqual(3)

	// Expires the leases of emails claimed by a killed process, which would take two minutes.
	await server.kill()
	await write(tx => tx.update(outbox).set({ lockedUntil: 0 }).where(isNotNull(outbox.lockedUntil)))
	server = await startServer(options)
	await until(nothingWaits, 600_000)
	await expectSoundBooks(bought)
	await expectAllMails(mailServer.accepted, bought)
	const repeated = mailServer.accepted.length - new Set(mailServer.accepted.map(mail => mail.messageId)).size
	expect(repeated).toBeLessThanOrEqual((kills + 1) * 5)
	console.log({ kills, responses, mails: mailServer.accepted.length, repeated })
}, 1_200_000)

test('two processes that start at once on an empty directory both come up on one database', async () => {
	const empty = await mkdtemp(path.join(tmpdir(), 'market-empty-'))
	ends.push(() => rm(empty, { recursive: true, force: true }))
	ends.push(() => endServer(empty))
	const servers = await Promise.all([serve({ dataDir: empty }), serve({ dataDir: empty })])
	const applied = servers.map(server => Number(/"applied":(\d+)/.exec(server.output())?.[1] ?? 0))
	expect(applied.reduce((sum, count) => sum + count)).toBe(
		readMigrationFiles({ migrationsFolder: 'drizzle' }).length,
	)
	const client = createClient({ url: await getDatabase(empty), timeout: 30_000 })
	const { rows } = await client.execute("select count(*) as admins from accounts where role = 'admin'")
	client.close()
	expect(rows[0]?.['admins']).toBe(1)
	for (const server of servers) expect((await fetch(server.url)).status).toBe(200)
})

test('SIGTERM during a request: it is completed, and the process exits with 0', async () => {
	const server = await serve({ dataDir })
	// Neither an idle connection nor an incomplete request is awaited.
	const others = ['', 'GET /about HTTP/1.1\r\nHost: ', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n']
	const sockets = await Promise.all(
		others.map(async text => {
			const socket = connect(server.port, '127.0.0.1').resume()
			await once(socket, 'connect')
			socket.write(text)
			return socket
		}),
	)
	const body = new URLSearchParams({
		firstName: 'Ada',
		lastName: 'L',
		email: 'ada@example.test',
		message: 'Late',
	})
	const text = body.toString()
	const sending = request(`${server.url}/contact`, {
		method: 'POST',
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			'content-length': text.length,
			origin: server.url,
			expect: '100-continue',
		},
	})
	sending.flushHeaders()
	await once(sending, 'continue')
	const answered = once(sending, 'response')
	// The connection of a response that has begun ends too, although its headers said that it stays open.
	const begun = connect(server.port, '127.0.0.1')
	const head = ['POST /login HTTP/1.1', 'Host: a', `Origin: ${server.url}`, 'Accept-Encoding: br']
	begun.write(`${head.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`)
	const [headers] = await once(begun, 'data')
	expect(String(headers)).toContain('Connection: keep-alive')
	sockets.push(begun.resume())
	const stopped = server.stop()
	await until(async () => server.output().includes('"msg":"stopping"'), 120_000)
	await until(async () => sockets.every(socket => socket.closed), 120_000)
	sending.end(text)
	const [response] = await answered
	expect(response.statusCode).toBe(302)
	// A proxy that kept using the connection would keep the process running.
	expect(response.headers.connection).toBe('close')
	response.resume()
	expect(await stopped).toBe(0)
	expect(server.output()).toContain('"msg":"stopped"')
	// An error logged at every regular stop would alert somebody for nothing.
	expect(server.output()).not.toMatch(/"level":[456]0/)
	expect(await db.$count(outbox, eq(outbox.recipient, 'ada@example.test'))).toBe(1)
})
