import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client, InValue } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { DRIVER_PATIENCE_MS, untilFree } from './busy.server'
import type { DatabaseClient, OpenTransaction } from './database-client.server'
import { whenDatabaseAnswers } from './database-wait.server'
import { env } from './env.server'
import { openFile } from './file-database.server'
import { openRemote } from './remote-database.server'
import { noteWrite, preferReplica } from './replica.server'
import * as schema from './schema.server'

type Database = LibSQLDatabase<typeof schema>
type Reader = Pick<
	Database,
	'select' | 'selectDistinct' | 'query' | 'all' | 'get' | 'with' | '$with' | '$count'
>

/** The open write transaction of a command. Reads in it see what it wrote. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Anything that can answer a query: the database or an open transaction. */
export type Readable = Reader | Tx

const isFile = env.databaseUrl.startsWith('file:')
const WRITE_PATIENCE_MS = 30_000
const READ_PATIENCE_MS = 5_000

/* The transaction that is open, and what waits for its commit; emptied before each attempt. */
const insideWrite = new AsyncLocalStorage<{ afterCommit: Set<() => void>; transaction?: OpenTransaction }>()

const connect = () =>
	isFile
		? openFile(env.databaseUrl, DRIVER_PATIENCE_MS)
		: openRemote(env.databaseUrl, env.DATABASE_AUTH_TOKEN)

/* The writer is used by the queue alone, so that throwing its connection away cannot pull it from under a reader. */
const writerClient = await whenDatabaseAnswers(connect)
const readerClient = isFile ? connect() : writerClient

const writer = databaseOf({
	...writerClient,
	async transaction() {
		const transaction = await writerClient.transaction()
		const inside = insideWrite.getStore()
		if (inside) inside.transaction = transaction
		return transaction
	},
})

/** Asks once, without waiting for a lock or a server that is away: for those who want to know just that. */
export const { execute } = readerClient

const read: DatabaseClient['execute'] = preferReplica(statement =>
	untilFree(readerClient, Date.now() + READ_PATIENCE_MS, () => execute(statement)),
)

/** Reads. Every write goes through {@link write}. */
export const db: Reader = databaseOf({ ...readerClient, execute: read })

/** What queries are built with that run elsewhere. */
export const toBuild: Pick<Database, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'> = writer

/** Runs SQL on the database, or in the open transaction. `isOne`: only the first row is wanted. */
export function executeOn(from: Readable, sql: string, params: unknown[], { isOne = false } = {}) {
	const statement = { sql, args: params as InValue[], isOne }
	if (from === db) return read(statement)
	const transaction = inOpenTransaction()
	return transaction.executeNow?.(statement) ?? transaction.execute(statement)
}

function databaseOf(client: DatabaseClient): Database {
	return drizzle(client as unknown as Client, { schema })
}

let queue: Promise<unknown> = Promise.resolve()

/** Runs the writes of this process one after another, each with the patience that is left since it was asked for. */
function inTurn<T>(attempt: () => Promise<T>): Promise<T> {
	const deadline = Date.now() + WRITE_PATIENCE_MS
	const result = queue.then(() => untilFree(writerClient, deadline, attempt))
	queue = result.catch(() => undefined)
	return result
}

/**
 * Runs `work` in one write transaction (BEGIN IMMEDIATE); the only way to write. Writes of a process queue up, those of
 * other processes are waited for. `work` may run again from the start after SQLITE_BUSY, so it must have no effect
 * outside `tx`. A throw rolls everything back.
 */
export function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
	if (insideWrite.getStore()) throw new Error('write() inside write() would wait for itself')
	noteWrite()
	const afterCommit = new Set<() => void>()
	const result = inTurn(() => {
		afterCommit.clear()
		return insideWrite.run({ afterCommit }, () => writer.transaction(work))
	})
	return result.then(value => {
		for (const effect of afterCommit) effect()
		return value
	})
}

/**
 * Has the transaction that the caller is in run a statement before its next ones, at the latest before COMMIT: for what
 * nobody waits for, like an audit entry. When it fails, nothing is committed.
 */
export function putOff(query: { toSQL(): { sql: string; params: unknown[] } }): void {
	const { sql, params } = query.toSQL()
	inOpenTransaction().putOff({ sql, args: params as InValue[] })
}

/**
 * Runs the last statements of the transaction that the caller is in; on a libSQL server they travel with COMMIT. They
 * are issued in one turn of the event loop, and nothing after them may throw.
 */
export function finish<T>(last: () => Promise<T>): Promise<T> {
	inOpenTransaction().finish()
	return last()
}

/** Runs `work`; when it throws, what it wrote is undone, and the transaction that the caller is in goes on. */
export async function orUndo<T>(work: () => Promise<T>): Promise<T> {
	const transaction = inOpenTransaction()
	transaction.putOff('savepoint undoable')
	try {
		const result = await work()
		transaction.putOff('release undoable')
		return result
	} catch (error) {
		transaction.putOff('rollback to undoable')
		transaction.putOff('release undoable')
		throw error
	}
}

function inOpenTransaction(): OpenTransaction {
	const transaction = insideWrite.getStore()?.transaction
	if (!transaction) throw new Error('There is no open transaction')
	return transaction
}

/** Runs `effect` once after the commit of the write transaction that the caller is in; never when it rolls back. */
export function afterCommit(effect: () => void): void {
	insideWrite.getStore()?.afterCommit.add(effect)
}

/**
 * Runs the statements of a migration in one transaction without checking foreign keys, so that tables can be rebuilt.
 * Like a
 * {@link write} it queues up and waits for other processes.
 */
export function rebuild(statements: readonly string[]): Promise<void> {
	return inTurn(() => writerClient.migrate([...statements])).then(() => undefined)
}

/**
 * Makes the database file concurrent (write-ahead log), and a new one able to shrink; before the first write of a
 * process.
 */
export async function openDatabase(): Promise<void> {
	if (!isFile) return
	// A file that has tables already keeps the way it was made in.
	await inTurn(() => writerClient.execute('PRAGMA auto_vacuum = INCREMENTAL'))
	await inTurn(() => writerClient.execute('PRAGMA journal_mode = WAL'))
}

/**
 * Takes at most `pages` free pages off the end of the database file. A file from before it could shrink, and a libSQL
 * server, stay as they are. @returns whether there are more.
 */
export async function shrinkDatabase(pages: number): Promise<boolean> {
	if (!isFile) return false
	return await inTurn(async () => {
		const before = await freePages()
		// The pragma frees a page a step, and only a script is stepped through to its end.
		await writerClient.executeMultiple(`PRAGMA incremental_vacuum(${pages})`)
		const after = await freePages()
		return after > 0 && after < before
	})
}

async function freePages(): Promise<number> {
	const { rows } = await writerClient.execute('PRAGMA freelist_count')
	return Number(rows[0]?.[0] ?? 0)
}

/** Waits for queued writes and closes the connections. */
export async function closeDatabase(): Promise<void> {
	await queue
	writerClient.close()
	if (readerClient !== writerClient) readerClient.close()
}
