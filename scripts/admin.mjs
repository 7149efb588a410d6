#!/usr/bin/env node
/* node scripts/admin.mjs COMMAND: see HELP. Needs only the build and production dependencies, so it runs in the
   container, where it is called mcxi-admin. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * @typedef {typeof import('../app/command-line/admin.server')} Admin
 * @typedef {{
 *   usage: string, summary: string, about: string,
 *   run: (admin: Admin, argument: string, isAgreed: (question: string) => Promise<boolean>) => Promise<number>,
 * }} Command `run` returns the exit code.
 */

const YES = '--yes skips the confirmation.'

/** @type {Record<string, Command>} */
const COMMANDS = {
	doctor: {
		usage: 'doctor',
		summary: 'checks configuration, database, files, disk, email, backup and proxies',
		about: `Checks configuration, database, files, disk, email, backup and, in production, the site at APP_URL through
its proxies, including the addresses that they forward. Leaves no changes behind.

Exit code 0: no failures, though there may be warnings. 1: something does not work.`,
		async run(admin) {
			const checks = await admin.runChecks()
			const width = Math.max(...checks.map(({ name }) => name.length))
			const signs = { ok: 'ok      ', warning: 'WARNING ', failure: 'FAILURE ' }
			for (const { name, state, text } of checks)
				console.log(`${signs[state]} ${name.padEnd(width)}  ${text}`)
			return checks.some(({ state }) => state === 'failure') ? 1 : 0
		},
	},
	'reset-password': {
		usage: 'reset-password EMAIL [--yes]',
		summary: 'sets a new password and prints it',
		about: `Gives an account a new password and prints it. Its sessions end, and its owner gets an email. Two-factor
authentication stays on. ${YES}`,
		run: changing('Set a new password for', async (admin, account) => {
			console.log(`The new password is: ${await admin.resetPassword(account)}`)
		}),
	},
	'remove-second-factor': {
		usage: 'remove-second-factor EMAIL [--yes]',
		summary: 'turns off two-factor authentication',
		about: `Turns off two-factor authentication of an account, for somebody who has lost both the app and the codes. The
password alone then opens the account. Verify who is asking first. Sessions end, and the owner gets an email. ${YES}`,
		run: changing('Turn off two-factor authentication of', async (admin, account) => {
			if (!account.hasSecondFactor)
				throw new Error(`${account.email} does not use two-factor authentication.`)
			await admin.deleteSecondFactor(account)
			console.log('Two-factor authentication is off.')
		}),
	},
	'make-administrator': {
		usage: 'make-administrator EMAIL [--yes]',
		summary: 'makes a member an administrator',
		about: `Makes the account of a member an administrator. Register the account on the site first. Its sessions end, and
its owner gets an email. ${YES}`,
		run: changing('Make an administrator of', async (admin, account) => {
			if (account.role === 'admin') throw new Error(`${account.email} is already an administrator.`)
			await admin.promote(account)
			console.log(`${account.email} is now an administrator.`)
		}),
	},
	'send-test-email': {
		usage: 'send-test-email EMAIL [--yes]',
		summary: 'sends an email, or prints why it failed',
		about: `Sends an email immediately, and prints the mail server's reply if it rejects the email. ${YES}`,
		async run(admin, to, isAgreed) {
			await admin.openForChange()
			if (!(await isAgreed(`Send a test email to ${to}?`))) return 1
			console.log(`The email was handed to ${await admin.sendTestEmail(to)}.`)
			return 0
		},
	},
}

/**
 * Wraps a command that changes the account of an email address. @param {string} question @param {(admin: Admin,
 * account: import('../app/command-line/admin.server').Account) => Promise<void>} change @returns {Command['run']}
 */
function changing(question, change) {
	return async (admin, email, isAgreed) => {
		await admin.openForChange()
		const account = await admin.findAccount(email)
		if (!account) throw new Error(`There is no account with the address ${email}.`)
		const what = account.role === 'admin' ? 'administrator' : 'member'
		if (!(await isAgreed(`${question} ${account.fullName} (${account.email}, ${what})?`))) return 1
		await change(admin, account)
		return 0
	}
}

const HELP = `node scripts/admin.mjs COMMAND, in the container mcxi-admin COMMAND

${Object.values(COMMANDS)
	.map(({ usage, summary }) => `  ${usage.padEnd(36)}${summary}`)
	.join('\n')}

Works on the database of DATABASE_URL, or the file in DATA_DIR, also while the product runs. Needs the same environment
variables. Changes are recorded in the audit as "command line". Run COMMAND --help for details.`

/** @param {string} question */
async function confirm(question) {
	const terminal = createInterface({ input: process.stdin, output: process.stderr })
	const closed = new Promise(resolve => terminal.once('close', () => resolve('')))
	const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed])
	terminal.close()
	if (/^y(es)?$/i.test(String(answer).trim())) return true
	console.error('Nothing was changed.')
	return false
}

/** @returns {Promise<number>} the exit code */
async function main() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { help: { type: 'boolean', short: 'h' }, yes: { type: 'boolean', short: 'y' } },
	})
	const [name = '', argument = '', ...more] = positionals
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
	if (!command) {
		console.log(HELP)
		return values.help && name === '' ? 0 : 1
	}
	const isComplete = command.usage.includes('EMAIL') ? argument !== '' : argument === ''
	if (values.help || !isComplete || more.length > 0) {
		console.log(`node scripts/admin.mjs ${command.usage}\n\n${command.about}`)
		return values.help ? 0 : 1
	}
	const root = fileURLToPath(new URL('..', import.meta.url))
	const built = path.join(root, 'build/server/admin.js')
	if (!existsSync(built)) throw new Error('There is no build. Run npm run build first.')
	process.chdir(root)
	process.umask(0o077)
	const { DATABASE_URL, DATA_DIR = './data' } = process.env
	const database = path.resolve(DATA_DIR, 'market.db')
	if (!DATABASE_URL && !existsSync(database)) {
		throw new Error(`There is no database ${database}. DATA_DIR is wrong, or the product has not run yet.`)
	}
	process.env['LOG_LEVEL'] = 'error'
	// Same as npm start without configuration; a container always runs in production.
	const { SESSION_SECRET, SESSION_SECRET_FILE, NODE_ENV } = process.env
	if (!SESSION_SECRET && !SESSION_SECRET_FILE && !NODE_ENV) process.env['DEMO'] ??= '1'
	/** @type {Admin} */
	const admin = await import(built)
	try {
		return await command.run(admin, argument, async question => values.yes || (await confirm(question)))
	} finally {
		await admin.close()
	}
}

try {
	process.exit(await main())
} catch (error) {
	console.error(error instanceof Error ? error.message : error)
	process.exit(1)
}
