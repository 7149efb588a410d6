import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { openDatabase, write } from './db.server'

/**
 * Brings the database to the newest schema. The whole run is one immediate transaction, so of two containers that start
 * together one migrates and the other finds nothing left to do.
 * @returns the number of migrations applied.
 */
export async function migrate(folder = path.resolve('drizzle')): Promise<number> {
	await openDatabase()
	const migrations = readMigrationFiles({ migrationsFolder: folder })
	return await write(async tx => {
		await tx.run(sql`PRAGMA defer_foreign_keys = ON`)
		await tx.run(
			sql`create table if not exists migrations (folder_millis integer primary key, hash text not null)`,
		)
		const rows = await tx.all<{ folder_millis: number }>(sql`select folder_millis from migrations`)
		const done = new Set(rows.map(row => Number(row.folder_millis)))
		const waiting = migrations.filter(migration => !done.has(migration.folderMillis))
		for (const migration of waiting) {
			for (const statement of migration.sql) {
				if (statement.trim()) await tx.run(sql.raw(statement))
			}
			await tx.run(sql`insert into migrations values (${migration.folderMillis}, ${migration.hash})`)
		}
		return waiting.length
	})
}
