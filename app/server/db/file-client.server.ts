import { type Client, type InStatement, LibsqlError, type ResultSet, type Transaction } from '@libsql/client'
import Database from 'libsql'
import { LRUCache } from 'lru-cache'
import { DRIVER_PATIENCE_MS } from './busy.server'

type Prepared = { statement: Database.Statement; isReader: boolean }

/* More than the product has; those with a list of values are as many as its lengths. */
const STATEMENTS = 400

/**
 * The client of a database file: one connection, on which each statement is prepared once. That of `@libsql/client`
 * prepares a statement each time it runs and defines each value of a row twice, which is more than half of what a small
 * query costs (docs/performance.md). Calls are synchronous below their promises. Rows are arrays.
 */
export class FileClient {
	closed = false
	#path: string
	#database: Database.Database
	#statements = new LRUCache<string, Prepared>({ max: STATEMENTS })

	/** @throws the error of a file that cannot be opened or is no database. */
	constructor(path: string) {
		this.#path = path
		this.#database = this.#open()
	}

	#open(): Database.Database {
		const database = new Database(this.#path, { timeout: DRIVER_PATIENCE_MS })
		// Opening reads nothing yet.
		database.exec('select 1 from sqlite_schema')
		return database
	}

	async execute(statement: InStatement): Promise<ResultSet> {
		if (this.closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
		const { sql, args = [] } = typeof statement === 'string' ? { sql: statement } : statement
		const { statement: prepared, isReader } = this.#prepare(sql)
		const values = Object.values(args).map(bindable)
		const [rows, rowsAffected] = isReader ? [prepared.all(values), 0] : [[], prepared.run(values).changes]
		return { rows, rowsAffected } as unknown as ResultSet
	}

	#prepare(sql: string): Prepared {
		const known = this.#statements.get(sql)
		if (known) return known
		const statement = this.#database.prepare(sql)
		const isReader = statement.reader
		const prepared = { statement: isReader ? statement.raw() : statement, isReader }
		this.#statements.set(sql, prepared)
		return prepared
	}

	/** Begins a write transaction. There is one connection: what else is executed meanwhile is part of it. */
	async transaction(): Promise<Pick<Transaction, 'execute' | 'commit' | 'rollback'>> {
		await this.execute('BEGIN IMMEDIATE')
		return {
			execute: (statement: InStatement) => this.execute(statement),
			commit: async () => void (await this.execute('COMMIT')),
			rollback: () => this.#rollback(),
		}
	}

	/* After some errors SQLite has rolled back by itself. */
	async #rollback(): Promise<void> {
		try {
			if (this.#database.inTransaction) await this.execute('ROLLBACK')
		} catch (error) {
			await this.reconnect()
			throw error
		}
	}

	/** Runs the statements in one transaction without checking foreign keys, so that tables can be rebuilt. */
	async migrate(statements: readonly InStatement[]): Promise<ResultSet[]> {
		await this.execute('PRAGMA foreign_keys = off')
		try {
			const { commit, rollback } = await this.transaction()
			try {
				const results: ResultSet[] = []
				for (const statement of statements) results.push(await this.execute(statement))
				await commit()
				return results
			} catch (error) {
				await rollback()
				throw error
			}
		} finally {
			await this.execute('PRAGMA foreign_keys = on')
		}
	}

	/** Steps through each statement of a script to its end. */
	async executeMultiple(sql: string): Promise<void> {
		this.#database.exec(sql)
	}

	/** Throws the connection away, with what is open on it, for a new one. */
	async reconnect(): Promise<void> {
		this.#statements.clear()
		this.#database.close()
		this.#database = this.#open()
	}

	close(): void {
		this.closed = true
		this.#statements.clear()
		this.#database.close()
	}
}

/** A value as SQLite knows it. @throws TypeError for undefined, which is a mistake and no null. */
function bindable(value: unknown): unknown {
	if (value === undefined) throw new TypeError('undefined cannot be a value of a statement')
	if (typeof value === 'boolean') return Number(value)
	return value instanceof Date ? value.getTime() : value
}
