/* Copies a database row by row: from a libSQL server, which has no VACUUM INTO, and back to one. */

/** @import { Client, InStatement, Transaction } from '@libsql/client' */

const ROWS_AT_ONCE = 500
const quote = (/** @type {string} */ name) => `"${name.replaceAll('"', '""')}"`

/**
 * Copies everything that `from` holds at one moment into `to`, which is empty: tables with their row numbers (the
 * search indexes are tied to them), then indexes and triggers, so that no trigger runs on what is copied.
 * @param {Client} from
 * @param {Pick<Client, 'transaction'>} to
 */
export async function copyDatabase(from, to) {
	const source = await from.transaction('read')
	try {
		const target = await to.transaction('write')
		try {
			await copyAll(source, target)
			await target.commit()
		} finally {
			target.close()
		}
	} finally {
		source.close()
	}
}

/** Checks that a database has no tables. @param {Pick<Client, 'execute'>} client */
export async function isEmpty(client) {
	const { rows } = await client.execute(`select 1 from sqlite_schema where name not like 'sqlite%' limit 1`)
	return rows.length === 0
}

/** @param {Transaction} source @param {Transaction} target */
async function copyAll(source, target) {
	// Tables reference each other in any order; constraints are checked at the commit.
	await target.execute('pragma defer_foreign_keys = on')
	const { rows } = await source.execute(
		`select type, name, sql from sqlite_schema
		where sql is not null and name not like 'sqlite_%' order by rowid`,
	)
	const made = rows.map(row => ({ type: `${row['type']}`, name: `${row['name']}`, sql: `${row['sql']}` }))
	const tables = made.filter(({ type }) => type === 'table')
	const isVirtual = (/** @type {{ sql: string }} */ { sql }) => /^create virtual table/i.test(sql)
	// Creating a virtual table creates its content tables.
	const virtual = tables.filter(isVirtual)
	const isShadow = (/** @type {{ name: string }} */ { name }) =>
		virtual.some(item => name.startsWith(`${item.name}_`) && /_(data|idx|content|docsize|config)$/.test(name))
	for (const table of tables) if (!isShadow(table)) await target.execute(table.sql)
	for (const table of tables) {
		if (isShadow(table)) await target.execute(`delete from ${quote(table.name)}`)
		if (!isVirtual(table)) await copyRows(source, target, table)
	}
	for (const { type, sql } of made) if (type !== 'table') await target.execute(sql)
}

/** @param {Transaction} source @param {Transaction} target @param {{ name: string, sql: string }} table */
async function copyRows(source, target, { name, sql }) {
	const { rows: info } = await source.execute(
		`select name from pragma_table_info('${name.replaceAll("'", "''")}')`,
	)
	const columns = info.map(row => quote(`${row['name']}`))
	const hasRowid = !/\bwithout\s+rowid\b[^)]*$/i.test(sql)
	const all = hasRowid ? ['rowid', ...columns] : columns
	const order = hasRowid ? 'rowid' : columns.join(', ')
	const into = `insert into ${quote(name)} (${all.join(', ')}) values (${all.map(() => '?').join(', ')})`
	let after = /** @type {bigint | number | null} */ (null)
	for (let skipped = 0; ; skipped += ROWS_AT_ONCE) {
		/** @type {InStatement} */
		const slice = hasRowid
			? {
					sql: `select ${all.join(', ')} from ${quote(name)} ${after === null ? '' : 'where rowid > ?'} order by rowid limit ${ROWS_AT_ONCE}`,
					args: after === null ? [] : [after],
				}
			: `select ${all.join(', ')} from ${quote(name)} order by ${order} limit ${ROWS_AT_ONCE} offset ${skipped}`
		const { rows } = await source.execute(slice)
		if (rows.length > 0) {
			await target.batch(
				rows.map(row => ({ sql: into, args: Array.from(all, (_, index) => row[index] ?? null) })),
			)
		}
		if (rows.length < ROWS_AT_ONCE) return
		after = /** @type {number} */ (rows.at(-1)?.[0])
	}
}
