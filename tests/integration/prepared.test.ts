import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '~/server/db.server'
import { prepared, preparedSql } from '~/server/prepared.server'
import { accounts, transfers } from '~/server/schema.server'
import { makeUser } from '../support/factories'

/* A bound value that SQLite compares with the condition of a partial index has it plan anew at each execution. */
test('what is the same each time stands in the text of a prepared query, and what is given does not', () => {
	const open = prepared(on =>
		on
			.select({ id: transfers.id })
			.from(transfers)
			.where(and(eq(transfers.status, 'open'), eq(transfers.recipientEmail, sql.placeholder('email')))),
	)
	const { sql: text, params } = open.of({ email: 'a@example.com' }).toSQL()
	expect(text).toContain(`"status" = 'open'`)
	expect(params).toEqual(['a@example.com'])
})

test('a constant is the same value in the text, whatever its signs', async () => {
	const member = await makeUser()
	const odd = `O'Neil ? ; -- "x"`
	const query = prepared(on =>
		on
			.select({ odd: sql<string>`${odd}`, isTrue: sql<number>`${true}`, none: sql<null>`${null}` })
			.from(accounts)
			.where(eq(accounts.id, sql.placeholder('id'))),
	)
	expect(await query.all(db, { id: member.id })).toEqual([{ odd, isTrue: 1, none: null }])
	const written = preparedSql<{ odd: string; sum: number; id: string }>(
		() => sql`select ${odd} as odd, ${1.5} + ${2} as sum, ${sql.placeholder('id')} as id`,
	)
	expect(await written.all(db, { id: odd })).toEqual([{ odd, sum: 3.5, id: odd }])
})
