import type { InStatement, InValue, ResultSet } from '@libsql/client'
import Database from 'libsql'
import { LRUCache } from 'lru-cache'
import type { DatabaseClient, OpenTransaction } from './database-client.server'

type Statement = Database.Statement<unknown[]>
/** A statement that is prepared; without `Row` it answers no rows. */
type Prepared = { statement: Statement; columns: string[]; Row?: RowClass }
type RowClass = new (values: unknown[]) => object

const MOST_PREPARED = 500
/* 15 MB. Most pages of the log are the same few again, which go into the file once; more would need a second index. */
const PAGES_IN_LOG = 3_800
const VALUES = Symbol('values')

/** The path of the file that a file: URL of a database names. */
export function databasePath(url: string): string {
	return decodeURIComponent(url.replace(/^file:(\/\/[^/]*(?=\/))?/, '').replace(/\?.*$/, ''))
}

/**
 * One connection to a database file. The client of @libsql/client prepares each statement anew, which costs more than
 * most of ours take to run; this one keeps them (docs/decisions/0122). Calls are synchronous beneath their promises.
 * `timeout`: how long the driver may wait for a lock, in ms.
 * @throws SqliteError when there can be no such file.
 */
export function openFile(url: string, timeout: number): DatabaseClient {
	const open = () => {
		const fresh = new Database(databasePath(url), { timeout })
		fresh.exec(`PRAGMA wal_autocheckpoint = ${PAGES_IN_LOG}`)
		return fresh
	}
	const prepared = new LRUCache<string, Prepared>({ max: MOST_PREPARED })
	let database: Database.Database | undefined = open()
	let isClosed = false

	function opened(): Database.Database {
		if (isClosed) throw new Error('The database is closed')
		database ??= open()
		return database
	}

	function prepare(sql: string): Prepared {
		const known = prepared.get(sql)
		if (known) return known
		const statement = opened().prepare(sql)
		if (!statement.reader) {
			const fresh = { statement, columns: [] }
			prepared.set(sql, fresh)
			return fresh
		}
		const columns = statement
			.raw()
			.columns()
			.map(column => column.name)
		const fresh = { statement, columns, Row: rowOf(columns) }
		prepared.set(sql, fresh)
		return fresh
	}

	function run(statement: InStatement & { isOne?: boolean }): ResultSet {
		const { sql, args = [], isOne } = typeof statement === 'string' ? { sql: statement } : statement
		const values = (args as InValue[]).map(toSql)
		const { statement: ready, columns, Row } = prepare(sql)
		try {
			if (Row) {
				const rows = isOne ? firstOf(ready, values) : (ready.all(values) as unknown[][])
				return new Answer(columns, rows, Row) as unknown as ResultSet
			}
			ready.run(values)
			return NOTHING
		} catch (error) {
			// It may have stopped half way, and would hold its lock until it is finalised.
			prepared.delete(sql)
			throw error
		}
	}

	function reconnect(): void {
		prepared.clear()
		database?.close()
		database = undefined
	}

	function rollBack(): void {
		try {
			if (database?.inTransaction) run('ROLLBACK')
		} catch {
			reconnect()
		}
	}

	function transaction(): OpenTransaction {
		let failure: unknown
		run('BEGIN IMMEDIATE')
		// A full disk may have ended it; what comes then would be kept by itself.
		const within: typeof run = statement => {
			if (!opened().inTransaction) throw failure ?? new Error('The transaction has ended')
			return run(statement)
		}
		return {
			execute: async statement => within(statement),
			executeNow: within,
			putOff: statement => {
				try {
					within(statement)
				} catch (error) {
					failure ??= error
				}
			},
			finish: () => {},
			async commit() {
				if (failure) throw failure
				run('COMMIT')
			},
			rollback: async () => rollBack(),
		}
	}

	return {
		get closed() {
			return isClosed
		},
		close() {
			isClosed = true
			reconnect()
		},
		reconnect,
		execute: async statement => run(statement),
		executeMultiple: async sql => {
			opened().exec(sql)
		},
		async migrate(statements) {
			run('PRAGMA foreign_keys = off')
			try {
				run('BEGIN')
				for (const statement of statements) run(statement)
				run('COMMIT')
			} finally {
				rollBack()
				run('PRAGMA foreign_keys = on')
			}
		},
		transaction: async () => transaction(),
	}
}

/* The way through all rows costs the driver four times as much. */
function firstOf(statement: Statement, values: unknown[]): unknown[][] {
	const row = statement.get(values) as unknown[] | undefined
	return row ? [row] : []
}

/* Drizzle reads rows by number, or by the names of their columns; the numbers are no names of theirs. */
function rowOf(columns: readonly string[]): RowClass {
	class Row {
		[VALUES]: unknown[];
		[name: string]: unknown
		constructor(values: unknown[]) {
			this[VALUES] = values
			for (const [index, name] of columns.entries()) this[name] = values[index]
		}
	}
	for (const index of columns.keys()) {
		Object.defineProperty(Row.prototype, index, {
			get(this: Row) {
				return this[VALUES][index]
			},
		})
	}
	Object.defineProperty(Row.prototype, 'length', { value: columns.length })
	return Row
}

/* Rows with names are made for those who want them; `prepared` takes the values alone. */
class Answer {
	readonly columns: string[]
	readonly values: unknown[][]
	#Row: RowClass
	#rows: object[] | undefined

	constructor(columns: string[], values: unknown[][], Row: RowClass) {
		this.columns = columns
		this.values = values
		this.#Row = Row
	}

	get rows(): object[] {
		this.#rows ??= this.values.map(row => new this.#Row(row))
		return this.#rows
	}
}

const NOTHING = { columns: [], rows: [] } as unknown as ResultSet

function toSql(value: InValue): unknown {
	if (typeof value === 'boolean') return Number(value)
	if (value === undefined) throw new TypeError('undefined is no value for the database')
	return value instanceof Date ? value.valueOf() : value
}
