import type { InStatement, ResultSet } from '@libsql/client'
import { atEndOfTurn } from './turn.server'

type Waiting = {
	statement: InStatement
	resolve: (result: ResultSet | Promise<ResultSet>) => void
}

type Reads = {
	execute(statement: InStatement): Promise<ResultSet>
	batch(statements: InStatement[]): Promise<ResultSet[]>
}

/**
 * `execute` of a client on a server, for reads: those that are asked for in one turn of the event loop are one request,
 * and see one state of the database (docs/decisions/0121). When one of them fails, each is tried alone.
 */
export function readTogether({ execute, batch }: Reads) {
	let waiting: Waiting[] = []

	async function send(): Promise<void> {
		const all = waiting
		waiting = []
		const [only] = all
		if (all.length === 1 && only) return only.resolve(execute(only.statement))
		const statements = all.map(one => one.statement)
		const results = await batch(statements).catch(() => undefined)
		for (const [index, { statement, resolve }] of all.entries())
			resolve(results?.[index] ?? execute(statement))
	}

	return (statement: InStatement): Promise<ResultSet> =>
		new Promise(resolve => {
			if (waiting.length === 0) atEndOfTurn(send)
			waiting.push({ statement, resolve })
		})
}
