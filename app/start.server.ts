import { sendAlerts } from '~/domain/alerts/commands.server'
import { brandVersion } from '~/domain/brand'
import { sweepFiles } from '~/domain/files/sweep.server'
import { startPrerender } from '~/domain/grid/picture/prerender.server'
import { readGrid } from '~/domain/grid/queries.server'
import { finishEmail } from '~/domain/mail/finish-email.server'
import { remindOfHolds, summarisePayments } from '~/domain/orders/notices.server'
import { applyRetention } from '~/domain/retention/commands.server'
import { startBrand } from '~/domain/settings/brand.server'
import { seed } from '~/domain/settings/seed.server'
import { startStatistics } from '~/domain/statistics/count.server'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/time'
import { sweepExpiredTransfers } from '~/domain/transfers/end-invitations.server'
import { endExpiredLoans, remindOfLoans } from '~/domain/transfers/loans.server'
import { checkDatabaseRead } from '~/server/db/database-check.server'
import { refuseUnusable, waitForDatabase, waitForService } from '~/server/db/database-wait.server'
import { closeDatabase } from '~/server/db/db.server'
import { migrate, refuseNewerDatabase } from '~/server/db/migrate.server'
import { storage } from '~/server/files/storage.server'
import { StoreError } from '~/server/files/store-error.server.js'
import { checkImageProcess } from '~/server/images/image-process.server'
import { configuredDelivery } from '~/server/mail/mail.server'
import { startOutboxWorker } from '~/server/mail/outbox-worker.server'
import { env } from '~/server/ops/env.server'
import { type Job, startJob } from '~/server/ops/jobs.server'
import { log } from '~/server/ops/log.server'
import { isMaintenanceOn } from '~/server/ops/maintenance-mode.server'
import { restrictToOwner } from '~/server/ops/permissions.server'
import { StartError } from '~/server/ops/start-error.server'
import product from '../package.json' with { type: 'json' }

/** Periodic jobs. Only one of the processes that share a database runs each of them. */
const JOBS: readonly Job[] = [
	{ name: 'sweep-files', everyMs: HOUR_MS, run: sweepFiles },
	{ name: 'send-alerts', everyMs: MINUTE_MS, run: sendAlerts },
	{ name: 'remind-of-holds', everyMs: MINUTE_MS, run: remindOfHolds },
	{ name: 'summarise-payments', everyMs: HOUR_MS, run: summarisePayments },
	{ name: 'retention', everyMs: DAY_MS, run: applyRetention },
	{ name: 'expire-transfers', everyMs: MINUTE_MS, run: sweepExpiredTransfers },
	{ name: 'end-loans', everyMs: MINUTE_MS, run: endExpiredLoans },
	{ name: 'remind-of-loans', everyMs: MINUTE_MS, run: remindOfLoans },
]

declare global {
	/* The development server re-evaluates modules after a change; the product must not start twice. */
	var starting: Promise<void> | undefined
}

let stops: (() => Promise<void> | void)[] = []

/**
 * Starts the product once per process; resolves when it can answer requests.
 * @throws StartError
 */
export function startOnce(): Promise<void> {
	globalThis.starting ??= start().catch(error => {
		refuseUnusable(error)
		throw error
	})
	return globalThis.starting
}

/**
 * Runs migrations, writes the first rows and starts the background work.
 * @throws StartError when the database or a remote file store refuses, or does not answer within a minute.
 */
async function start(): Promise<void> {
	await waitForDatabase(() => checkDatabaseRead(10_000))
	await refuseNewerDatabase()
	await waitForService(`The file store (${storage.place})`, prepareStorage)
	const migrations = await migrate()
	if (migrations > 0) log.info({ applied: migrations }, 'migrations applied')
	await restrictToOwner()
	const warning = await seed(Date.now())
	if (warning) log.warn(warning)
	const deliver = configuredDelivery()
	const checking = new AbortController()
	stops = [
		() => checking.abort(),
		await startBrand(),
		startOutboxWorker(async mail => await deliver(await finishEmail(mail))),
		startPrerender(),
		startStatistics(),
		...JOBS.map(startJob),
	]
	void checkImageProcess(checking.signal)
}

/** Stops background work: starts nothing new and waits for what is running. */
export async function stopJobs(): Promise<void> {
	await Promise.all(stops.map(stop => stop()))
}

/** Closes the database. Call it after the last request has been answered. */
export async function shutDown(): Promise<void> {
	await closeDatabase()
	log.info('stopped')
}

/**
 * Returns the cache key of guests' pages: the version of the grid, settings and prices (drizzle/0001), the brand, and
 * the year in the footer. Undefined while the site is in maintenance.
 */
export async function guestVersion(): Promise<string | undefined> {
	const now = Date.now()
	const [grid, isClosed] = await Promise.all([readGrid(now), isMaintenanceOn(now)])
	if (isClosed) return undefined
	return [grid.version, grid.validUntil, brandVersion(), new Date(now).getFullYear()].join('-')
}

async function prepareStorage(): Promise<void> {
	try {
		await storage.prepare()
	} catch (error) {
		if (error instanceof StoreError && !error.isTransient) throw new StartError(`${error.message}.`)
		throw error
	}
}

/** Returns the facts that are logged once the product has started. */
export function startFacts() {
	const { appUrl, databasePlace, SMTP_URL, HOST, PORT, production } = env
	return {
		version: product.version,
		revision: env.REVISION,
		node: process.version,
		demonstration: !production,
		appUrl: appUrl.origin,
		listen: `${HOST}:${PORT}`,
		database: databasePlace,
		files: storage.place,
		mail: SMTP_URL ? `SMTP server ${new URL(SMTP_URL).host}` : `files in ${env.dataDir}/mail`,
	}
}
