import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import product from '../../../package.json' with { type: 'json' }
import { StartError } from '../ops/start-error.server'
import { db, openDatabase, rebuild, write } from './db.server'

/* The last statement of each transaction: a row that violates a foreign key makes this insert, and so the migration,
   fail. */
const CHECK_FOREIGN_KEYS =
	'insert into migrations (folder_millis, hash) select -1, null from pragma_foreign_key_check limit 1'

/**
 * Applies the missing migrations, each in one transaction that first inserts its own row: of two containers that start
 * together one applies it and the other finds it applied.
 * @returns the number of migrations that this call applied.
 */
export async function migrate(): Promise<number> {
	await refuseNewerDatabase()
	await openDatabase()
	await write(async tx => {
		await tx.run(
			sql`create table if not exists migrations (folder_millis integer primary key, hash text not null)`,
		)
		// Databases of versions before 1.0.0 lack this column.
		const [known] = await tx.all(sql`select 1 from pragma_table_info('migrations') where name = 'version'`)
		if (!known) await tx.run(sql`alter table migrations add column version text`)
	})
	let applied = 0
	for (const migration of readOwnMigrations()) {
		if (await isDone(migration)) continue
		try {
			await rebuild(getStatements(migration))
			applied += 1
		} catch (error) {
			if (!(await isDone(migration))) throw error
		}
	}
	return applied
}

/**
 * Refuses a database that a newer version of the product has migrated. Writes nothing.
 * @throws StartError that names both versions and how to go back.
 */
export async function refuseNewerDatabase(): Promise<void> {
	const known = new Set(readOwnMigrations().map(file => file.folderMillis))
	const unknown = (await readApplied()).filter(row => !known.has(row.folder_millis))
	if (unknown.length === 0) return
	/* Builds between two releases carry the number of the earlier one. */
	const newer = unknown[0]?.version
	const version = newer === product.version ? undefined : newer
	throw new StartError(
		`The database was updated by ${version ? `version ${version}` : 'a newer build'} and cannot be used by version ` +
			`${product.version}, which lacks ${unknown.length} of its migrations. Nothing was changed. Start ` +
			`${version ? `version ${version} or newer` : 'the newer build'}, or restore the backup that was made ` +
			'before the update (docs/operations/upgrade.md).',
	)
}

/** Counts the migrations of this version that the database lacks. */
export async function countPendingMigrations(): Promise<number> {
	const applied = new Set((await readApplied()).map(row => row.folder_millis))
	return readOwnMigrations().filter(file => !applied.has(file.folderMillis)).length
}

const readOwnMigrations = () => readMigrationFiles({ migrationsFolder: path.resolve('drizzle') })

/* Reads the applied migrations, newest first; databases of versions before 1.0.0 name no version. */
async function readApplied(): Promise<{ folder_millis: number; version?: string | null }[]> {
	const tables = await db.all(sql`select 1 from sqlite_schema where name = 'migrations'`)
	return tables.length > 0 ? await db.all(sql`select * from migrations order by folder_millis desc`) : []
}

function getStatements({ folderMillis, hash, sql }: MigrationMeta): string[] {
	const record = `insert into migrations (folder_millis, hash, version) values (${folderMillis}, '${hash}', '${product.version}')`
	return [record, ...sql.filter(statement => statement.trim()), CHECK_FOREIGN_KEYS]
}

async function isDone({ folderMillis }: MigrationMeta): Promise<boolean> {
	const rows = await db.all(sql`select 1 from migrations where folder_millis = ${folderMillis}`)
	return rows.length > 0
}
