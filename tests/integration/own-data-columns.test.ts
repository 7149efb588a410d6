import { readdirSync, readFileSync } from 'node:fs'
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { closeAccount } from '~/domain/accounts/own-data/deletion.server'
import { exportAccount } from '~/domain/accounts/own-data/export.commands.server'
import { db, write } from '~/server/db/db.server'
import * as schema from '~/server/db/schema.server'
import { signInChanger } from '../support/changer'
import { makeUser } from '../support/factories'

/* Every column about an account is part of the data export, and changes when the account is deleted (P42). */

const { accounts } = schema
const FOLDER = 'app/domain/accounts/own-data'

/* The columns of an account that are in one of the two alone, with the reason. */
const NOT_EXPORTED = {
	passwordHash: 'of no use to its owner; the export says that there is a password',
	googleSubject: 'a number of Google; the export says that the account signs in with Google',
	version: 'counts changes by administrators',
	deletedAt: 'null for an account that can export',
}
const NOT_CLEARED = {
	id: 'the orders of the books refer to it',
	role: 'one of two values',
	isNamePublic: 'the name itself is cleared',
	createdAt: 'of the books',
}

test('every column of an account is exported, and changed by its deletion', async () => {
	const { id } = await makeUser()
	const now = Date.now()
	// Fills all nullable columns, including those added later.
	const filled = Object.entries(getTableColumns(accounts))
		.filter(([name, column]) => !column.notNull && name !== 'passwordHash' && name !== 'deletedAt')
		.map(([name, column]) => [name, column.dataType === 'string' ? `mark-${name}` : 1])
	await write(tx => tx.update(accounts).set(Object.fromEntries(filled)).where(eq(accounts.id, id)))
	const [before] = await db.select().from(accounts).where(eq(accounts.id, id))
	if (!before) throw new Error('There is no account')
	const file = await exportAccount(await signInChanger({ id }, now), now)
	if (!file.ok) throw new Error(file.message)
	let text = ''
	for await (const piece of file.pieces) text += piece
	const exported = Object.keys(JSON.parse(text).account)
	await write(tx => closeAccount(tx, before, { actorId: id, now }))
	const [after] = await db.select().from(accounts).where(eq(accounts.id, id))
	const names = Object.keys(getTableColumns(accounts)) as (keyof typeof before)[]
	const hidden = names.filter(name => !exported.includes(name))
	const kept = names.filter(name => after?.[name] === before[name])
	expect(hidden).toEqual(Object.keys(NOT_EXPORTED))
	expect(kept).toEqual(Object.keys(NOT_CLEARED))
})

/* Tables that reference an account but are in neither, with the reason. */
const ELSEWHERE: Readonly<Record<string, string>> = {
	idempotency_keys: 'answers of the API, which go after a day',
	statements: 'which administrator imported it: of the books',
	bank_entries: 'which administrator dismissed it: of the books',
	first_confirmations:
		'which administrator decided first: goes with the second decision, which the audit keeps',
	payments: 'which administrator booked it: of the books; the buyer reads the sums with the order',
}

describe('every table that references an account', () => {
	const sources = readdirSync(FOLDER)
		.filter(file => /^(export|deletion)/.test(file))
		.map(file => readFileSync(`${FOLDER}/${file}`, 'utf8'))
		.join('\n')
	const referring = Object.entries(schema).flatMap(([name, table]) => {
		if (!is(table, SQLiteTable) || table === accounts) return []
		const { foreignKeys } = getTableConfig(table)
		const refers = foreignKeys.some(key => key.reference().foreignTable === accounts)
		const named = Object.keys(getTableColumns(table)).some(column =>
			/^(account|actor|from|to|sender|recipient|borrower)Id$/.test(column),
		)
		return refers || named ? [{ name, table: getTableName(table) }] : []
	})

	test('is listed here', () => expect(referring.length).toBeGreaterThan(12))

	test.each(referring)('$table is exported or deleted, or kept for a reason', ({ name, table }) => {
		const isThere = new RegExp(
			`(\\.(from|innerJoin|leftJoin|delete|update)|\\breadColumns)\\(\\s*${name}\\b`,
		).test(sources)
		expect(isThere || table in ELSEWHERE).toBe(true)
	})
})
