import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '~/server/auth/password.server'
import { db, write } from '~/server/db/db.server'
import { accounts, auditEntries, outbox, secondFactors, sessions } from '~/server/db/schema.server'
import { makeAdmin, makeUser, sessionCookie } from '../support/factories'
import { setUpSecondFactor } from '../support/second-factor'
import { startServer, type TestServer } from '../support/server'

/* Runs scripts/admin.mjs as an operator does, while the product uses the same database. */

const dataDir = process.env['DATA_DIR'] ?? ''
let server: TestServer

beforeAll(async () => {
	server = await startServer({ dataDir })
})

afterAll(async () => {
	await server.stop()
})

type Ended = { code: number | null; out: string; error: string }

function admin(
	args: string[],
	{ input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
	return new Promise<Ended>(resolve => {
		const child = spawn(process.execPath, ['--no-warnings', path.resolve('scripts/admin.mjs'), ...args], {
			cwd: '/',
			env: {
				PATH: process.env['PATH'],
				DATA_DIR: dataDir,
				...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
				...env,
			} as unknown as NodeJS.ProcessEnv,
		})
		let [out, error] = ['', '']
		child.stdout.on('data', (chunk: Buffer) => {
			out += chunk.toString()
		})
		child.stderr.on('data', (chunk: Buffer) => {
			error += chunk.toString()
		})
		child.on('close', code => resolve({ code, out, error }))
		// A command that reads no input may have ended already.
		child.stdin.on('error', () => {})
		child.stdin.end(input)
	})
}

const readAudit = (subjectId: string) =>
	db
		.select({ action: auditEntries.action, actorId: auditEntries.actorId, address: auditEntries.address })
		.from(auditEntries)
		.where(eq(auditEntries.subjectId, subjectId))
const mailsTo = async (email: string) =>
	(await db.select({ kind: outbox.kind }).from(outbox).where(eq(outbox.recipient, email))).map(
		mail => mail.kind,
	)
const byCommandLine = (action: string) => ({ action, actorId: null, address: 'command line' })

test('every command has a help text, and an unknown one lists all commands', async () => {
	const names = ['doctor', 'reset-password', 'remove-second-factor', 'make-administrator', 'send-test-email']
	const list = await admin(['--help'])
	expect(list.code).toBe(0)
	for (const name of names) {
		expect(list.out).toContain(`  ${name}`)
		const help = await admin([name, '--help'])
		expect([help.code, help.out]).toEqual([0, expect.stringContaining(`admin.mjs ${name}`)])
	}
	for (const wrong of [[], ['nonsense'], ['reset-password'], ['doctor', 'ada@example.com']]) {
		expect((await admin(wrong)).code).toBe(1)
	}
})

describe('reset-password', () => {
	test('asks for confirmation, and changes nothing unless the answer is yes', async () => {
		const user = await makeUser()
		for (const input of ['n\n', '\n', '']) {
			const { code, error } = await admin(['reset-password', user.email], { input })
			expect([code, error]).toEqual([1, expect.stringContaining('Nothing was changed.')])
			expect(error).toContain(user.email)
		}
		expect(await readAudit(user.id)).toEqual([])
	})

	test('sets a password, ends the sessions, notifies the owner, and adds an audit entry', async () => {
		const user = await makeUser()
		await sessionCookie(user.id)
		const { code, out } = await admin(['reset-password', user.email.toUpperCase()], { input: 'y\n' })
		expect(code).toBe(0)
		const password = /The new password is: (\S+)/.exec(out)?.[1] ?? ''
		const [account] = await db.select().from(accounts).where(eq(accounts.id, user.id))
		expect(await verifyPassword(account?.passwordHash ?? '', password)).toBe(true)
		expect(await db.select().from(sessions).where(eq(sessions.accountId, user.id))).toEqual([])
		expect(await readAudit(user.id)).toEqual([byCommandLine('account.password-issued')])
		expect(await mailsTo(user.email)).toEqual(['password-changed'])
	})
})

test('remove-second-factor removes it, and rejects an account without one', async () => {
	const user = await makeUser()
	await setUpSecondFactor(user, Date.now())
	const removed = await admin(['remove-second-factor', user.email, '--yes'])
	expect([removed.code, removed.error]).toEqual([0, ''])
	expect(await db.select().from(secondFactors).where(eq(secondFactors.accountId, user.id))).toEqual([])
	expect(await readAudit(user.id)).toContainEqual(byCommandLine('account.second-factor-removed'))
	expect(await mailsTo(user.email)).toContain('second-factor-off')
	const again = await admin(['remove-second-factor', user.email, '--yes'])
	expect([again.code, again.error]).toEqual([
		1,
		expect.stringContaining('does not use two-factor authentication'),
	])
})

test('make-administrator promotes a member, and rejects administrators and unknown addresses', async () => {
	const user = await makeUser()
	expect((await admin(['make-administrator', user.email, '--yes'])).code).toBe(0)
	const [account] = await db.select().from(accounts).where(eq(accounts.id, user.id))
	expect(account?.role).toBe('admin')
	expect(await readAudit(user.id)).toEqual([byCommandLine('account.role')])
	expect(await mailsTo(user.email)).toEqual(['role-changed'])
	const refused = await admin(['make-administrator', (await makeAdmin()).email, '--yes'])
	expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('is already an administrator')])
	const unknown = await admin(['make-administrator', 'nobody@example.test', '--yes'])
	expect([unknown.code, unknown.error]).toEqual([1, expect.stringContaining('no account')])
})

test('send-test-email delivers the email immediately, or prints the error', async () => {
	const sent = await admin(['send-test-email', 'ada@example.test', '--yes'])
	expect([sent.code, sent.out]).toEqual([0, expect.stringContaining(`${dataDir}/mail`)])
	expect(await readAudit('ada@example.test')).toEqual([byCommandLine('mail.test')])
	const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'MCXI <house@mcxi.example>' }
	const refused = await admin(['send-test-email', 'ada@example.test', '--yes'], { env })
	expect([refused.code, refused.error]).toEqual([
		1,
		expect.stringMatching(/^The email was not sent: .*ECONNREFUSED/),
	])
})

describe('doctor', () => {
	test('finds no problem with a running product', async () => {
		const { code, out } = await admin(['doctor'])
		expect(out).not.toContain('FAILURE')
		expect(code).toBe(0)
		for (const name of ['Configuration', 'Database', 'Files', 'Free disk', 'Email', 'Backup', 'Schema']) {
			expect(out).toMatch(new RegExp(`^(ok|WARNING) +${name}`, 'm'))
		}
	})

	test('requests the site through its proxies, and detects a proxy that forwards forged addresses', async () => {
		const production = {
			NODE_ENV: 'production',
			SESSION_SECRET: 's'.repeat(32),
			APP_URL: server.url,
		}
		const good = await admin(['doctor'], { env: production })
		expect(good.out).toMatch(/^ok +Proxy .* sees 127\.0\.0\.1/m)
		const credulous = await startServer({ dataDir, env: { TRUST_PROXY: '1' } })
		const bad = await admin(['doctor'], { env: { ...production, APP_URL: credulous.url, TRUST_PROXY: '1' } })
		await credulous.stop()
		expect([bad.code, bad.out]).toEqual([
			1,
			expect.stringMatching(/^FAILURE +Proxy .*TRUST_PROXY=1 is too high/m),
		])
	})

	test('reports problems of mail server, files and configuration', async () => {
		const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.c', STORAGE_URL: '/dev/null/files' }
		const { code, out } = await admin(['doctor'], { env })
		expect(code).toBe(1)
		expect(out).toMatch(/^FAILURE +Mail server +.*ECONNREFUSED/m)
		expect(out).toMatch(/^FAILURE +Files/m)
		const away = { DATABASE_URL: 'http://127.0.0.1:32999', NODE_ENV: 'test' }
		const lost = await admin(['doctor'], { env: away })
		expect(lost.out).toMatch(/^FAILURE +Database +Cannot use libSQL server http:\/\/127.0.0.1:32999: /m)
		expect(lost.out).not.toContain('Failed query')
		const wrong = await admin(['doctor'], { env: { TRUST_PROXY: 'yes' } })
		expect([wrong.code, wrong.error]).toEqual([
			1,
			expect.stringContaining('TRUST_PROXY is wrong: must be a whole number'),
		])
	})
})

test('a wrong DATA_DIR is reported, and no database created in it', async () => {
	const place = mkdtempSync(path.join(tmpdir(), 'market-admin-'))
	const { code, error } = await admin(['doctor'], { env: { DATA_DIR: place, DATABASE_URL: '' } })
	expect([code, error]).toEqual([1, expect.stringContaining(`There is no database ${place}/market.db.`)])
	expect(readdirSync(place)).toEqual([])
	rmSync(place, { recursive: true })
})

test('a database updated by a newer version is not changed', async () => {
	await write(tx => tx.run(`insert into migrations values (99999999999999, 'hash', '7.8.9')`))
	const user = await makeUser()
	const { code, error } = await admin(['make-administrator', user.email, '--yes'])
	expect([code, error]).toEqual([1, expect.stringContaining('version 7.8.9')])
	expect(await readAudit(user.id)).toEqual([])
})
