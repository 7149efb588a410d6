import type { InStatement, InValue, ResultSet } from '@libsql/client'
import { BatchCond, type Client, type RowsResult, Stmt } from '@libsql/hrana-client'
import { errorOfCommit } from './busy.server'
import type { OpenTransaction } from './database-client.server'
import { atEndOfTurn } from './turn.server'

type Waiting = {
	statement: InStatement
	resolve: (result: ResultSet) => void
	reject: (error: unknown) => void
}

/**
 * A write transaction on a libSQL server in as few round trips as may be (docs/decisions/0121). Statements that are
 * executed in one turn of the event loop are one request, in their order: BEGIN is in the first, COMMIT in the last,
 * each statement runs only if the ones before it did, and after a failure nothing is left but to roll back.
 */
export function openTransaction(client: Client): OpenTransaction {
	const stream = client.openStream()
	let waiting: Waiting[] = []
	let isBegun = false
	let isEnding = false
	let hasEnded = false
	let isPlanned = false
	let failure: unknown

	async function send(): Promise<void> {
		const all = waiting
		waiting = []
		isPlanned = false
		try {
			const rows = await inOneRequest(all.map(({ statement }) => statement))
			all.forEach(({ resolve }, index) => {
				resolve(resultOf(rows[index]))
			})
		} catch (error) {
			failure ??= isEnding ? errorOfCommit(error) : error
			for (const { reject } of all) reject(failure)
		}
	}

	async function inOneRequest(statements: readonly InStatement[]): Promise<(RowsResult | undefined)[]> {
		if (failure) throw failure
		if (hasEnded) throw new Error('A statement after the end of its transaction')
		const batch = stream.batch(false)
		const outcomes: Promise<RowsResult | undefined>[] = []
		let previous = isBegun ? undefined : batch.step()
		if (previous) outcomes.push(previous.run('BEGIN IMMEDIATE').then(() => undefined))
		const add = (statement: InStatement) => {
			const step = previous ? batch.step().condition(BatchCond.ok(previous)) : batch.step()
			outcomes.push(step.query(toStmt(statement)))
			previous = step
		}
		const first = outcomes.length
		for (const statement of statements) add(statement)
		if (isEnding) {
			add('COMMIT')
			if (previous)
				batch
					.step()
					.condition(BatchCond.not(BatchCond.ok(previous)))
					.run('ROLLBACK')
					.catch(ignore)
		}
		isBegun = true
		hasEnded = isEnding
		for (const outcome of outcomes) outcome.catch(ignore)
		const sent = batch.execute()
		if (isEnding) stream.closeGracefully()
		await sent
		return (await Promise.all(outcomes)).slice(first)
	}

	return {
		execute: statement =>
			new Promise((resolve, reject) => {
				waiting.push({ statement, resolve, reject })
				if (!isPlanned) atEndOfTurn(send)
				isPlanned = true
			}),
		putOff: statement => {
			waiting.push({ statement, resolve: ignore, reject: ignore })
		},
		finish: () => {
			isEnding = true
		},
		async commit() {
			isEnding = true
			if (!isBegun && waiting.length === 0) stream.close()
			else if (!hasEnded || waiting.length > 0) await send()
			if (failure) throw failure
		},
		async rollback() {
			if (!stream.closed && isBegun) {
				const done = stream.run('ROLLBACK')
				stream.closeGracefully()
				await done.catch(ignore)
			}
			stream.close()
		},
	}
}

function toStmt(statement: InStatement): Stmt {
	if (typeof statement === 'string') return new Stmt(statement)
	const stmt = new Stmt(statement.sql)
	return Array.isArray(statement.args) ? stmt.bindIndexes(statement.args as InValue[]) : stmt
}

function resultOf(rows: RowsResult | undefined): ResultSet {
	if (!rows) throw new Error('A statement of a transaction was not executed')
	return { rows: rows.rows, columns: rows.columnNames } as unknown as ResultSet
}

function ignore(): void {}
