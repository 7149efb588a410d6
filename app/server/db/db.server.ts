import { AsyncLocalStorage } from 'node:async_hooks'
import { type Client, createClient, type InStatement, type Transaction } from '@libsql/client'
import { TransactionRollbackError } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { env } from '../ops/env.server'
import { log } from '../ops/log.server'
import { errorOfCommit, retryWhileBusy } from './busy.server'
import { whenDatabaseAnswers } from './database-wait.server'
import { FileClient } from './file-client.server'
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

const connect = () =>
	isFile
		? new FileClient(databasePath(env.databaseUrl))
		: createClient({
				url: env.databaseUrl,
				...(env.DATABASE_AUTH_TOKEN ? { authToken: env.DATABASE_AUTH_TOKEN } : {}),
			})

/* On a file the queue has a client of its own, so that throwing its connections away cannot pull one from under a
   reader. */
const writerClient = await whenDatabaseAnswers(connect)
const readerClient = isFile ? connect() : writerClient

/* The part of a client that drizzle's transactions use. Always BEGIN IMMEDIATE; errors tell whether COMMIT may have
    happened, and a failed ROLLBACK (the server is away) does not hide the cause. */
const carefulWriter: Pick<Client, 'transaction'> = {
	async transaction() {
		const open = await writerClient.transaction('write')
		const careful: Pick<Transaction, 'execute' | 'commit' | 'rollback'> = {
			execute: (statement: InStatement) => open.execute(statement),
			commit: () =>
				open.commit().catch(error => {
					throw errorOfCommit(error)
				}),
			rollback: () => open.rollback().catch(() => undefined),
		}
		return careful as Transaction
	},
}
const writer = drizzle(carefulWriter as Client, { schema })

/** Asks once, without waiting for a lock or a server that is away: for those who want to know just that. */
export const execute = (statement: InStatement) => readerClient.execute(statement)

/* All that drizzle asks of a client for a read. */
const patientReader: Pick<Client, 'execute'> = {
	execute: (statement: InStatement) =>
		retryWhileBusy(readerClient, Date.now() + READ_PATIENCE_MS, () => readerClient.execute(statement)),
}

/** Reads. Every write goes through {@link write}. */
export const db: Reader = drizzle(patientReader as Client, { schema })

let queue: Promise<unknown> = Promise.resolve()

/** Runs the writes of this process one after another, each with the patience that is left since it was asked for. */
function queueWrite<T>(attempt: () => Promise<T>): Promise<T> {
	const deadline = Date.now() + WRITE_PATIENCE_MS
	const result = queue.then(() => retryWhileBusy(writerClient, deadline, attempt))
	queue = result.catch(() => undefined)
	return result
}

/* Effects to run after the commit of a transaction. */
const effects = new WeakMap<Tx, Set<() => void>>()
/* A write inside another would wait for itself, and everybody for both. */
const insideWrite = new AsyncLocalStorage<true>()

/**
 * Runs `work` in one write transaction (BEGIN IMMEDIATE); the only way to write. Writes of a process queue up, those of
 * other processes are waited for. `work` may run again from the start after SQLITE_BUSY, so it must have no effect
 * outside `tx`. A throw rolls everything back.
 */
export async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
	if (insideWrite.getStore()) throw new Error('A write inside a write would wait for itself: give it tx')
	const afterwards = new Set<() => void>()
	const result = await queueWrite(async () => {
		afterwards.clear()
		return await writer.transaction(async tx => {
			effects.set(tx, afterwards)
			return await insideWrite.run(true, () => work(tx))
		})
	})
	for (const effect of afterwards) {
		try {
			effect()
		} catch (error) {
			log.error({ err: error }, 'work after a commit failed')
		}
	}
	return result
}

/** {@link write} that also rolls everything back when the work ends with a refusal. */
export async function writeUnlessRefused<Result extends { ok: boolean }>(work: (tx: Tx) => Promise<Result>) {
	let refusal: Result | undefined
	try {
		return await write(async tx => {
			const result = await work(tx)
			if (result.ok) return result
			refusal = result
			return tx.rollback()
		})
	} catch (error) {
		if (refusal && error instanceof TransactionRollbackError) return refusal
		throw error
	}
}

/** Runs `effect` once after the commit of the transaction; never when it rolls back. */
export function afterCommit(tx: Tx, effect: () => void): void {
	const waiting = effects.get(tx)
	if (!waiting) throw new Error('Only the transaction of write() has a commit')
	waiting.add(effect)
}

/**
 * Runs the statements of a migration in one transaction without checking foreign keys, so that tables can be rebuilt.
 * Like a {@link write} it queues up and waits for other processes.
 */
export async function rebuild(statements: readonly string[]): Promise<void> {
	await queueWrite<unknown>(() => writerClient.migrate([...statements]))
}

/** Makes the database file concurrent (write-ahead log); before the first write of a process. */
export async function openDatabase(): Promise<void> {
	if (isFile) await queueWrite(() => writerClient.execute('PRAGMA journal_mode = WAL'))
}

/** The path of the file that a file: URL of a database names. */
export function databasePath(url: string): string {
	return decodeURIComponent(url.replace(/^file:(\/\/[^/]*(?=\/))?/, '').replace(/\?.*$/, ''))
}

/** Waits for queued writes and closes the connections. */
export async function closeDatabase(): Promise<void> {
	await queue
	writerClient.close()
	if (readerClient !== writerClient) readerClient.close()
}
