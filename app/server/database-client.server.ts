import type { InStatement, ResultSet } from '@libsql/client'

/** What the product wants of a database, be it a file or a server; drizzle takes it for a client of @libsql/client. */
export type DatabaseClient = {
	readonly closed: boolean
	execute(statement: InStatement): Promise<ResultSet>
	executeMultiple(sql: string): Promise<void>
	/** Runs statements in one transaction with foreign keys off. */
	migrate(statements: string[]): Promise<unknown>
	/** Begins a write transaction (BEGIN IMMEDIATE). */
	transaction(): Promise<OpenTransaction>
	/** Throws connections away; the next statement opens a new one. */
	reconnect(): unknown
	close(): void
}

export type OpenTransaction = {
	execute(statement: InStatement): Promise<ResultSet>
	/** {@link execute} where nothing is waited for: on a file. A promise costs a good part of a small statement. */
	executeNow?(statement: InStatement): ResultSet
	/** Runs a statement before the next ones, at the latest before COMMIT. When it fails, nothing is committed. */
	putOff(statement: InStatement): void
	/** Says that there are no statements after those of this turn of the event loop: they may travel with COMMIT. */
	finish(): void
	commit(): Promise<void>
	rollback(): Promise<void>
}
