import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
	findAccount,
	issuePassword,
	makeAdministrator,
	type OperatorAccount,
	removeSecondFactor,
} from '~/domain/accounts/operator.commands.server'
import { COMMAND_LINE } from '~/domain/audit/labels'
import { recordTestEmail } from '~/domain/mail/commands.server'
import { testEmail } from '~/domain/mail/operator-emails'
import { styleEmail } from '~/domain/mail/style-email'
import { type Check, type CheckResult, checkSystem, runCheck } from '~/domain/monitoring/checks.server'
import { startBrand } from '~/domain/settings/brand.server'
import { checkDatabaseRead } from '~/server/db/database-check.server'
import { waitForDatabase } from '~/server/db/database-wait.server'
import { closeDatabase, db, write } from '~/server/db/db.server'
import { countPendingMigrations, refuseNewerDatabase } from '~/server/db/migrate.server'
import { withRequestContext } from '~/server/http/request-context.server'
import { checkMailServer, configuredDelivery } from '~/server/mail/mail.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { env } from '~/server/ops/env.server'
import { describeCause } from '~/server/ops/errors.server'
import { withTimeout } from '~/server/ops/timeout.server'
import product from '../../package.json' with { type: 'json' }

/* The commands of scripts/admin.mjs. Bundled with the server, because they share its code. */

export type Account = OperatorAccount
export { closeDatabase as close, findAccount }

const ANSWER_MS = 10_000

/** Runs a change, recorded in the audit as made on the command line. */
async function change<T>(work: (now: number) => Promise<T>): Promise<T> {
	const request = new Request(env.appUrl)
	return await withRequestContext(request, () => work(Date.now()), {
		id: randomUUID(),
		address: COMMAND_LINE,
	})
}

/**
 * Checks that the database has exactly the migrations of this version, and loads the brand, which emails use.
 * @throws Error with a sentence when the database was not started or updated with this version.
 */
export async function openForChange(): Promise<void> {
	await waitForDatabase(() => checkDatabaseRead(ANSWER_MS), ANSWER_MS)
	await refuseNewerDatabase()
	const pending = await countPendingMigrations()
	if (pending > 0) {
		throw new Error(
			`The database lacks ${pending} migrations of version ${product.version}. ` +
				'Start the product once to apply them.',
		)
	}
	const stop = await startBrand()
	await stop()
}

/**
 * Sets a new random password.
 * @returns it; it is not stored anywhere else.
 */
export async function resetPassword({ id }: Account): Promise<string> {
	const password = randomBytes(12).toString('base64url')
	await change(now => issuePassword(id, password, now))
	return password
}

/** Turns off the two-factor authentication of an account. */
export function deleteSecondFactor({ id }: Account): Promise<void> {
	return change(now => removeSecondFactor(id, now))
}

/** Makes a member an administrator. */
export function promote({ id }: Account): Promise<void> {
	return change(now => makeAdministrator(id, now))
}

/**
 * Sends an email directly, bypassing the outbox.
 * @returns where it went.
 * @throws Error with the mail server's answer.
 */
export async function sendTestEmail(to: string): Promise<string> {
	await change(async now => {
		const mail = testEmail({ askedBy: `the ${COMMAND_LINE}`, at: now, url: absoluteUrl('/') })
		const envelope = { id: randomUUID(), to, replyTo: null, writtenAt: now }
		await configuredDelivery()({ ...envelope, ...mail, html: styleEmail(mail.html) }).catch(error => {
			throw new Error(`The email was not sent: ${describeCause(error)}.`)
		})
		await write(tx => recordTestEmail(tx, to, { actorId: null, now }))
	})
	return env.SMTP_URL ? `the mail server ${new URL(env.SMTP_URL).host}` : `a file in ${env.dataDir}/mail`
}

/** Runs every check of this installation; one that throws is a failure with its cause. */
export async function runChecks(): Promise<Check[]> {
	const { SMTP_URL } = env
	const found = await Promise.all([
		runCheck('Configuration', checkConfiguration).then(check => [check]),
		checkSystem(Date.now()),
		Promise.all([
			runCheck('Schema', checkSchema),
			...(env.databaseUrl.startsWith('file:') ? [runCheck('Integrity', checkIntegrity)] : []),
			...(SMTP_URL ? [runCheck('Mail server', () => checkSmtp(SMTP_URL))] : []),
			...(env.production ? [runCheck('Proxy', checkProxy)] : []),
		]),
	])
	return found.flat()
}

async function checkConfiguration(): Promise<CheckResult> {
	const what = `Version ${product.version}, Node ${process.version}, for ${env.appUrl.origin}, data in ${env.dataDir}.`
	if (!env.production) return { state: 'warning', text: `${what} This is a demonstration.` }
	if (!env.secureCookies) return { state: 'warning', text: `${what} APP_URL is not https.` }
	return { state: 'ok', text: what }
}

async function checkSchema(): Promise<CheckResult> {
	await refuseNewerDatabase()
	const pending = await countPendingMigrations()
	if (pending === 0) return { state: 'ok', text: `The database is at version ${product.version}.` }
	return { state: 'warning', text: `${pending} migrations are not applied yet; the next start applies them.` }
}

async function checkIntegrity(): Promise<CheckResult> {
	const rows = await db.all<{ quick_check: string }>(sql`pragma quick_check`)
	const verdict = rows.map(row => row.quick_check).join('; ')
	if (verdict === 'ok') return { state: 'ok', text: 'The database file is sound.' }
	return {
		state: 'failure',
		text: `The database file is damaged: ${verdict.slice(0, 200)}. Restore a backup.`,
	}
}

async function checkSmtp(url: string): Promise<CheckResult> {
	await checkMailServer(url)
	return { state: 'ok', text: `Connected and authenticated to ${new URL(url).host}.` }
}

/* A forged client address, which a correctly counted chain of proxies does not pass on. */
const FORGED = '203.0.113.77'

/** Requests the health of the site at APP_URL like a visitor, and checks which address it saw. */
async function checkProxy(): Promise<CheckResult> {
	const url = absoluteUrl('/healthz')
	const request = fetch(url, { headers: { 'X-Forwarded-For': FORGED } })
	const answer = await withTimeout(ANSWER_MS, request).catch(error => {
		throw new Error(`${url} cannot be reached from here: ${describeCause(error)}`)
	})
	const health = (await answer.json().catch(() => ({}))) as { version?: string; clientAddress?: string }
	if (!health.version) {
		return { state: 'failure', text: `${url} answers ${answer.status}, but it is not this product.` }
	}
	if (health.clientAddress === FORGED) {
		const text = `${url} accepts a forged X-Forwarded-For: TRUST_PROXY=${env.TRUST_PROXY} is too high.`
		return { state: 'failure', text }
	}
	const text = `${url} answers with version ${health.version} and sees ${health.clientAddress} as the client address.`
	return { state: health.version === product.version ? 'ok' : 'warning', text }
}
