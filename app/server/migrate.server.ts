import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { db, openDatabase, rebuild, write } from './db.server'

/* Last in each transaction: a row that breaks a foreign key makes this insert fail, and with it the migration. */
const CHECK_FOREIGN_KEYS =
	'insert into migrations (folder_millis, hash) select -1, null from pragma_foreign_key_check limit 1'

/**
 * Brings the database to the newest schema, a migration at a time. Each is one transaction that begins by writing its
 * own row, so of two containers that start together one applies it and the other finds it done.
 * @returns the number of migrations that this call applied.
 */
export async function migrate(folder = path.resolve('drizzle')): Promise<number> {
	await openDatabase()
	await write(tx =>
		tx.run(
			sql`create table if not exists migrations (folder_millis integer primary key, hash text not null)`,
		),
	)
	let applied = 0
	for (const migration of readMigrationFiles({ migrationsFolder: folder })) {
		if (await isDone(migration)) continue
		try {
			await rebuild(statementsOf(migration))
			applied += 1
		} catch (error) {
			if (!(await isDone(migration))) throw error
		}
	}
	return applied
}

function statementsOf({ folderMillis, hash, sql }: MigrationMeta): string[] {
	const record = `insert into migrations (folder_millis, hash) values (${folderMillis}, '${hash}')`
	return [record, ...sql.filter(statement => statement.trim()), CHECK_FOREIGN_KEYS]
}

async function isDone({ folderMillis }: MigrationMeta): Promise<boolean> {
	const rows = await db.all(sql`select 1 from migrations where folder_millis = ${folderMillis}`)
	return rows.length > 0
}
