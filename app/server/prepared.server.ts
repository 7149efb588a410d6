import type { ResultSet } from '@libsql/client'
import { is, Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { executeOn, type Readable, toBuild } from './db.server'
import { type Field, rowMapper } from './row-mapper.server'

type Values = Record<string, unknown>
type Query = { prepare(): { execute(values?: Values): unknown }; getSQL(): SQL }
/** What drizzle's prepared queries have, whatever they are of. */
type Built = {
	fields?: Field[]
	joinsNotNullableMap?: Record<string, boolean>
}

/**
 * A query that drizzle builds once, for those that pages and purchases make again and again: building costs more than
 * most take to run (docs/decisions/0122). Values stand in it as `sql.placeholder`.
 */
export function prepared<Q extends Query>(build: (from: typeof toBuild) => Q) {
	let known: { sql: string; fillings: Filling[]; map: ReturnType<typeof rowMapper> } | undefined
	function query() {
		if (known) return known
		const query = build(toBuild)
		const { fields = [], joinsNotNullableMap } = query.prepare() as unknown as Built
		known = { ...inWords(query.getSQL()), map: rowMapper(fields, joinsNotNullableMap) }
		return known
	}
	function toSQL(values: Values): { sql: string; params: unknown[] } {
		const { sql, fillings } = query()
		return { sql, params: fillings.map(filling => filling(values)) }
	}
	async function read(from: Readable, values: Values, { isOne }: { isOne: boolean }) {
		const { sql, params } = toSQL(values)
		const answer = executeOn(from, sql, params, { isOne })
		return rowsIn(answer instanceof Promise ? await answer : answer).map(query().map)
	}
	type Rows = Awaited<ReturnType<ReturnType<Q['prepare']>['execute']>>
	type Row = Rows extends readonly (infer One)[] ? One : never
	return {
		/** The rows of a select. */
		async all(from: Readable, values: Values = {}): Promise<Rows> {
			return (await read(from, values, { isOne: false })) as Rows
		},
		/** The first row of a select; on a file quicker than {@link all}. */
		async first(from: Readable, values: Values = {}): Promise<Row | undefined> {
			return (await read(from, values, { isOne: true }))[0] as Row | undefined
		},
		/** With values, as `putOff` takes it. */
		of: (values: Values) => ({ toSQL: () => toSQL(values) }),
	}
}

/** {@link prepared} for a query that is written as SQL; its rows have the names of its columns. */
export function preparedSql<Row extends object>(build: () => SQL) {
	let known: { sql: string; fillings: Filling[] } | undefined
	async function all(from: Readable, values: Values = {}): Promise<Row[]> {
		known ??= inWords(build())
		const { sql, fillings } = known
		const result = await executeOn(
			from,
			sql,
			fillings.map(filling => filling(values)),
		)
		return rowsIn(result).map(
			row => Object.fromEntries(result.columns.map((name, index) => [name, row[index]])) as Row,
		)
	}
	return {
		all,
		/** The row of a query that always has one. */
		async get(from: Readable, values?: Values): Promise<Row> {
			const [row] = await all(from, values)
			if (!row) throw new Error('A query that always has a row has none')
			return row
		},
	}
}

function rowsIn(result: ResultSet): ArrayLike<unknown>[] {
	return 'values' in result ? (result.values as unknown[][]) : result.rows
}

type Filling = (values: Values) => unknown

/* What is the same each time stands in the text: a value that SQLite compares with the condition of a partial index
   has it prepare the statement anew with each execution (docs/decisions/0138). */
function inWords(query: SQL): { sql: string; fillings: Filling[] } {
	const { sql, params } = new SQLiteAsyncDialect().sqlToQuery(query.inlineParams())
	return { sql, fillings: params.map(fillingOf) }
}

function fillingOf(param: unknown): Filling {
	if (is(param, Placeholder)) return values => given(param, values)
	if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
	const { value: placeholder, encoder } = param
	return values => {
		const value = given(placeholder, values)
		return value === null ? null : encoder.mapToDriverValue(value)
	}
}

/** A list as one placeholder of a prepared query, which has the same text whatever its length; give it as JSON. */
export const listed = (name: string) => sql`(select value from json_each(${sql.placeholder(name)}))`

function given({ name }: Placeholder, values: Values): unknown {
	const value = values[name]
	if (value === undefined) throw new Error(`A query lacks its ${name}`)
	return value
}
