import { type InStatement, LibsqlError, type ResultSet } from '@libsql/client'
import Database from 'libsql'
import { LRUCache } from 'lru-cache'
import { DRIVER_PATIENCE_MS } from './busy.server'
import { Row, toBindable } from './file-values.server'

/* `names`: the columns it returns; empty for a statement that returns no rows. */
type Prepared = { statement: Database.Statement; names: string[] }
const OPTIONS = { timeout: DRIVER_PATIENCE_MS }
/* More statements than the product has; a list of values makes one for each length. */
const STATEMENTS = 400

/**
 * A client for a database file: one connection that prepares each statement once. The client of `@libsql/client`
 * prepares a statement on every run and defines each value of a row twice, more than half the cost of a small query
 * (docs/performance.md). Calls are synchronous inside their promises.
 */
export class FileClient {
	closed = false
	#path: string
	#database: Database.Database
	#statements = new LRUCache<string, Prepared>({ max: STATEMENTS })

	/** @throws the error of a file that cannot be opened. */
	constructor(path: string) {
		this.#path = path
		this.#database = new Database(path, OPTIONS)
	}

	/* The driver ends the process when a closed connection is used. */
	#connection(): Database.Database {
		if (this.closed) throw new LibsqlError('The client is closed', 'CLIENT_CLOSED')
		return this.#database
	}

	async execute(statement: InStatement): Promise<ResultSet> {
		const { sql, args = [] } = typeof statement === 'string' ? { sql: statement } : statement
		const { statement: prepared, names } = this.#prepare(sql)
		const values = Object.values(args).map(toBindable)
		const [rows, rowsAffected] =
			names.length > 0
				? [prepared.all(values).map(row => new Row(row as unknown[], names)), 0]
				: [[], prepared.run(values).changes]
		return { rows, rowsAffected } as unknown as ResultSet
	}

	#prepare(sql: string): Prepared {
		const known = this.#statements.get(sql)
		if (known) return known
		const statement = this.#connection().prepare(sql)
		const columns = statement.reader ? statement.raw().columns() : []
		const prepared = { statement, names: columns.map(({ name }) => name) }
		this.#statements.set(sql, prepared)
		return prepared
	}

	/**
	 * Begins a write transaction. There is only one connection, so any other statement executed meanwhile is part of it.
	 */
	async transaction() {
		// A transaction that could not be rolled back is discarded with its connection.
		if (this.#connection().inTransaction) await this.reconnect()
		await this.execute('BEGIN IMMEDIATE')
		return {
			execute: (statement: InStatement) => this.execute(statement),
			commit: async () => void (await this.execute('COMMIT')),
			rollback: () => this.#rollback(),
		}
	}

	/* After some errors SQLite has already rolled back. */
	async #rollback(): Promise<void> {
		if (this.#connection().inTransaction) await this.execute('ROLLBACK')
	}

	/** Runs the statements in one transaction with foreign keys off, so that tables can be rebuilt. */
	async migrate(statements: readonly InStatement[]): Promise<void> {
		await this.execute('PRAGMA foreign_keys = off')
		try {
			await this.execute('BEGIN IMMEDIATE')
			for (const statement of statements) await this.execute(statement)
			await this.execute('COMMIT')
		} finally {
			await this.#rollback()
			await this.execute('PRAGMA foreign_keys = on')
			// Statements that select all columns of a table have cached its former column names.
			this.#statements.clear()
		}
	}

	/** Replaces the connection, discarding anything open on it. */
	async reconnect(): Promise<void> {
		const fresh = new Database(this.#path, OPTIONS)
		this.#statements.clear()
		this.#database.close()
		this.#database = fresh
	}

	close(): void {
		if (!this.closed) this.#database.close()
		this.closed = true
		this.#statements.clear()
	}
}
