import type { Server } from 'node:http'
import type { ServerBuild } from 'react-router'
import { brandEdition } from '~/domain/brand'
import { backfillPapers } from '~/domain/certificates/backfill.server'
import { backfillCouponCodes } from '~/domain/coupons/backfill.server'
import { sweepFiles } from '~/domain/files/sweep.server'
import { startPrerender } from '~/domain/grid/prerender.server'
import { readGrid } from '~/domain/grid/queries.server'
import { dressed } from '~/domain/mail/dressed'
import { backfillPaymentIds } from '~/domain/orders/backfill.server'
import { remindOfHolds } from '~/domain/orders/checkout/remind.server'
import { summarisePayments } from '~/domain/orders/notices.server'
import { applyRetention } from '~/domain/retention/commands.server'
import { startBrand } from '~/domain/settings/brand.server'
import { seed } from '~/domain/settings/seed.server'
import { startStatistics } from '~/domain/statistics/count.server'
import { sweepExpiredTransfers } from '~/domain/transfers/expiry.server'
import { endLoans, remindOfLoans } from '~/domain/transfers/loans.server'
import { askDatabase } from '~/server/database-answer.server'
import { whenAnswers, whenDatabaseAnswers } from '~/server/database-wait.server'
import { closeDatabase } from '~/server/db.server'
import { env } from '~/server/env.server'
import { setBuild } from '~/server/framework.server'
import { frontOf } from '~/server/front.server'
import { checkImageProcess } from '~/server/image-process.server'
import { endConnections } from '~/server/incoming.server'
import { type Job, startJob } from '~/server/jobs.server'
import { log } from '~/server/log.server'
import { configuredDelivery } from '~/server/mail.server'
import { migrate } from '~/server/migrate.server'
import { startOutboxWorker } from '~/server/outbox-worker.server'
import { closeToOthers } from '~/server/permissions.server'
import { startReplica } from '~/server/replica.server'
import { StoreError } from '~/server/s3-client.server.js'
import { StartError } from '~/server/start-error.server'
import { storage } from '~/server/storage.server'
import { version } from '../package.json'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

/** What one of the processes does every so often. */
const JOBS: readonly Job[] = [
	{ name: 'sweep-files', everyMs: HOUR_MS, run: sweepFiles },
	{ name: 'remind-of-holds', everyMs: MINUTE_MS, run: remindOfHolds },
	{ name: 'summarise-payments', everyMs: HOUR_MS, run: summarisePayments },
	{ name: 'retention', everyMs: 24 * HOUR_MS, run: applyRetention },
	{ name: 'expire-transfers', everyMs: MINUTE_MS, run: sweepExpiredTransfers },
	{ name: 'end-loans', everyMs: MINUTE_MS, run: endLoans },
	{ name: 'remind-of-loans', everyMs: MINUTE_MS, run: remindOfLoans },
]

/**
 * Everything between process start and the first request: migrations, first rows, background work.
 * @returns `facts`: what the line says with which a start is over. `front`: puts what answers first in front of a
 * server. `drain`: to call when the process is
 * asked to end, begins no new background work and keeps no connection. `close`: to call after the last request was
 * answered.
 * @throws StartError when the database or a file store that is not ours does not answer within a minute, or refuses.
 */
export async function boot(build: ServerBuild): Promise<{
	facts: Record<string, unknown>
	front: (server: Server) => void
	drain: () => void
	close: () => Promise<void>
}> {
	setBuild(build)
	await whenDatabaseAnswers(() => askDatabase(10_000))
	await whenAnswers('The file store', prepareStorage)
	const migrations = await migrate()
	if (migrations > 0) log.info({ applied: migrations }, 'migrations applied')
	await backfillPaymentIds()
	await backfillCouponCodes()
	await backfillPapers()
	await closeToOthers()
	const warning = await seed(Date.now())
	if (warning) log.warn(warning)
	const deliver = configuredDelivery()
	const stops = [
		await startBrand(),
		startOutboxWorker(mail => deliver({ ...mail, html: dressed(mail.html) })),
		startPrerender(),
		startStatistics(),
		startReplica(),
		...JOBS.map(startJob),
	]
	void checkImageProcess()
	const stopAll = () => Promise.all(stops.map(stop => stop()))
	return {
		facts: startFacts(),
		front: frontOf(build, guestSource),
		drain() {
			log.info('stopping')
			endConnections()
			void stopAll()
		},
		async close() {
			await stopAll()
			await closeDatabase()
			log.info('stopped')
		},
	}
}

/* The grid changes with every setting and price as well (drizzle/0001), the footer with the year. */
async function guestSource(): Promise<readonly unknown[]> {
	return [await readGrid(Date.now()), brandEdition(), new Date().getFullYear()]
}

async function prepareStorage(): Promise<void> {
	try {
		await storage.prepare()
	} catch (error) {
		if (error instanceof StoreError && !error.isPassing) throw new StartError(`${error.message}.`)
		throw error
	}
}

function startFacts() {
	const { appUrl, databaseUrl, DATABASE_REPLICA_URL: replica, SMTP_URL, HOST, PORT, production } = env
	return {
		version,
		node: process.version,
		demonstration: !production,
		appUrl: appUrl.origin,
		listen: `${HOST}:${PORT}`,
		database: databaseUrl.startsWith('file:') ? databaseUrl : `libSQL server ${new URL(databaseUrl).host}`,
		...(replica ? { replica: `libSQL server ${new URL(replica).host}` } : {}),
		files: storage.place,
		mail: SMTP_URL ? `SMTP server ${new URL(SMTP_URL).host}` : `files in ${env.dataDir}/mail`,
	}
}
