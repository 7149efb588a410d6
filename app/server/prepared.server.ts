import { is, Param, Placeholder } from 'drizzle-orm'
import { executeOn, type Readable, toBuild } from './db.server'

type Values = Record<string, unknown>
type Query = { prepare(): { execute(values?: Values): unknown } }
/** What drizzle's prepared queries have, whatever they are of. */
type Built = { getQuery(): { sql: string; params: unknown[] }; mapAllResult(rows: unknown): unknown }

/**
 * A query that drizzle builds once, for those that a purchase makes: building costs more than most take to run
 * (docs/decisions/0122). Values stand in it as `sql.placeholder`.
 */
export function prepared<Q extends Query>(build: (from: typeof toBuild) => Q) {
	let built: Built | undefined
	const query = () => {
		built ??= build(toBuild).prepare() as unknown as Built
		return built
	}
	function toSQL(values: Values): { sql: string; params: unknown[] } {
		const { sql, params } = query().getQuery()
		return { sql, params: params.map(param => filled(param, values)) }
	}
	return {
		/** The rows of a select. */
		async all(
			from: Readable,
			values: Values = {},
		): Promise<Awaited<ReturnType<ReturnType<Q['prepare']>['execute']>>> {
			const { sql, params } = toSQL(values)
			const { rows } = await executeOn(from, sql, params)
			return query().mapAllResult(rows) as never
		},
		/** With values, as `putOff` takes it. */
		of: (values: Values) => ({ toSQL: () => toSQL(values) }),
	}
}

function filled(param: unknown, values: Values): unknown {
	if (is(param, Placeholder)) return given(param, values)
	if (!is(param, Param) || !is(param.value, Placeholder)) return param
	const value = given(param.value, values)
	return value === null ? null : param.encoder.mapToDriverValue(value)
}

function given({ name }: Placeholder, values: Values): unknown {
	const value = values[name]
	if (value === undefined) throw new Error(`A query lacks its ${name}`)
	return value
}
