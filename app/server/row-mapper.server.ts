import { Column, getTableName, is, SQL } from 'drizzle-orm'

/** A selected field as drizzle's prepared queries have it. */
export type Field = { path: string[]; field: unknown }

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Row = ArrayLike<unknown>

/**
 * What drizzle's own mapResultRow makes of a row, with what it looks up anew for each row found once. `nullable` (its
 * joinsNotNullableMap): false for tables whose row a join may lack; what is selected of one is then null.
 */
export function rowMapper(fields: readonly Field[], nullable: Readonly<Record<string, boolean>> | undefined) {
	const parts = fields.map(({ path, field }, index) => ({ path, index, decoder: decoderOf(field) }))
	const missing = nullable ? missingOf(fields, nullable) : []
	return (row: Row): Record<string, unknown> => {
		const result: Record<string, unknown> = {}
		for (const { path, index, decoder } of parts) {
			const raw = row[index]
			const value = raw === null ? null : decoder.mapFromDriverValue(raw)
			let node = result
			for (let depth = 0; depth < path.length - 1; depth++) {
				const name = path[depth] ?? ''
				node[name] ??= {}
				node = node[name] as Record<string, unknown>
			}
			node[path[path.length - 1] ?? ''] = value
		}
		for (const { name, index } of missing) if (row[index] === null) result[name] = null
		return result
	}
}

function decoderOf(field: unknown): Decoder {
	if (is(field, Column)) return field
	if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
	return (field as { sql: { decoder: Decoder } }).sql.decoder
}

/* Objects of one table that may be missing, and the place of the first column, which says so. */
function missingOf(fields: readonly Field[], nullable: Readonly<Record<string, boolean>>) {
	const groups = new Map<string, { index: number; tables: Set<string> }>()
	for (const [index, { path, field }] of fields.entries()) {
		const [name = ''] = path
		if (path.length !== 2 || !is(field, Column)) continue
		const group = groups.get(name) ?? { index, tables: new Set() }
		group.tables.add(getTableName(field.table))
		groups.set(name, group)
	}
	return [...groups].flatMap(([name, { index, tables }]) => {
		const [table = '', ...others] = tables
		return others.length === 0 && !nullable[table] ? { name, index } : []
	})
}
