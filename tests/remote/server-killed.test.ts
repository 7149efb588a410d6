import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { isNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, write } from '~/server/db/db.server'
import { outbox, throttles } from '~/server/db/schema.server'
import { expectAllMails, expectConsistentOrders } from '../support/consistency'
import { getSqld } from '../support/database'
import { startMailServer } from '../support/mail-server'
import { freePort, startServer, type TestServer } from '../support/server'
import { makeRandom, shopDuringKills } from '../support/shopping'

/* Two processes of the product on one libSQL server, which is killed and restarted. */

const dataDir = process.env['DATA_DIR'] ?? ''
const seed = Number(process.env['ROBUSTNESS_SEED'] ?? 1111)
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let crew: TestServer[]

beforeAll(async () => {
	const mailPort = await freePort()
	mailServer = await startMailServer(mailPort)
	const env = {
		SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true`,
		MAIL_FROM: 'MCXI <house@mcxi.example>',
	}
	crew = await Promise.all([1, 2].map(() => startServer({ dataDir, env })))
})

afterAll(async () => {
	await Promise.all(crew.map(server => server.stop()))
	await mailServer.stop()
})

/** Lists the errors that a process has logged. */
const readErrors = async (server: TestServer) =>
	[...(await server.printed()).matchAll(/^.*"level":[56]0.*$/gm)].map(([line]) => JSON.parse(line))

test('a transaction that the server rolls back after five seconds is retried', async () => {
	const other = createClient({ url: process.env['DATABASE_URL'] ?? '' })
	const row = (key: string) => ({ key: `back:${key}`, count: 1, windowEndsAt: Number.MAX_SAFE_INTEGER })
	let tries = 0
	await write(async tx => {
		tries++
		await tx.insert(throttles).values(row(`try-${tries}`))
		if (tries === 1) {
			const theirs = await other.transaction('write')
			await theirs.execute('update grid_state set version = version + 1')
			await theirs.commit()
		}
		await tx.insert(throttles).values(row('end'))
	})
	other.close()
	const kept = await db.select().from(throttles).where(like(throttles.key, 'back:%'))
	expect(kept.map(item => item.key).sort()).toEqual(['back:end', 'back:try-2'])
})

test('killing the libSQL server during a hundred purchases loses nothing, and all continue', async () => {
	console.log(`ROBUSTNESS_SEED=${seed}`)
	const sqld = await getSqld(dataDir)
	if (!sqld) throw new Error('This is for a libSQL server alone')
	const chance = makeRandom(seed)
	const refused: string[] = []
	const { bought, responses, kills } = await shopDuringKills({
		getUrl: place => crew[place % crew.length]?.url ?? '',
		async kill() {
			await sqld.kill()
			await pause(chance() * 1_000)
			await sqld.revive()
		},
		chance,
		unavailableStatuses: [500],
		onSilence: what => refused.push(what),
	})
	expect(bought).toHaveLength(100)
	expect(kills).toBeGreaterThanOrEqual(5)
	/* Requests wait until the server is back. Only the outcome of a write being committed is unknown, one per
	   process. */
	expect(refused.length).toBeLessThanOrEqual(kills * crew.length)
	for (const server of crew) {
		for (const line of await readErrors(server)) {
			expect([line.err.type, line.err.cause?.type]).toContain('UnknownOutcome')
		}
	}

	// Expires the leases of emails whose sending was interrupted, which would take two minutes.
	await write(tx => tx.update(outbox).set({ lockedUntil: 0, nextAttemptAt: 0 }).where(isNull(outbox.sentAt)))
	await expect.poll(() => db.$count(outbox, isNull(outbox.sentAt)), { timeout: 900_000 }).toBe(0)
	const fresh = createClient({ url: sqld.url })
	const { rows } = await fresh.execute('pragma integrity_check')
	fresh.close()
	expect(rows.map(row => row['integrity_check'])).toEqual(['ok'])
	await expectConsistentOrders(bought)
	await expectAllMails(mailServer.accepted, bought)
	for (const server of crew) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
	console.log({ kills, responses, refused: refused.length })
}, 1_800_000)
