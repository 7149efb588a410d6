import { AsyncLocalStorage } from 'node:async_hooks'
import { type Client, createClient, type InStatement, type Transaction } from '@libsql/client'
import { TransactionRollbackError } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { env } from '../ops/env.server'
import { log } from '../ops/log.server'
import { errorOfCommit, retryWhileBusy } from './busy.server'
import { waitForDatabase } from './database-wait.server'
import { FileClient } from './file-client.server'
import * as schema from './schema.server'

type Database = LibSQLDatabase<typeof schema>
type Reader = Pick<Database, 'select' | 'selectDistinct' | 'all' | 'get' | '$count'>

/** The open write transaction of a command. Reads in it see its own writes. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Anything that can run a query: the database or an open transaction. */
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

/* Writes to a file use a client of their own, so that replacing its connection cannot break a read. */
const writerClient = await waitForDatabase(connect)
const readerClient = isFile ? connect() : writerClient

/* The part of a client that Drizzle's transactions use. Always BEGIN IMMEDIATE; errors tell whether COMMIT may have
   happened, and a failed ROLLBACK (the server is unavailable) does not hide the cause. */
const immediateWriter: Pick<Client, 'transaction'> = {
	async transaction() {
		const open = await writerClient.transaction('write')
		const transaction: Pick<Transaction, 'execute' | 'commit' | 'rollback'> = {
			execute: (statement: InStatement) => open.execute(statement),
			commit: () =>
				open.commit().catch(error => {
					throw errorOfCommit(error)
				}),
			rollback: () => open.rollback().catch(() => undefined),
		}
		return transaction as Transaction
	},
}
const writer = drizzle(immediateWriter as Client, { schema })

/** Runs a statement without retrying, for checks of whether the database answers now. */
export const execute = (statement: InStatement) => readerClient.execute(statement)

/* The part of a client that Drizzle uses for reads. */
const retryingReader: Pick<Client, 'execute'> = {
	execute: (statement: InStatement) =>
		retryWhileBusy(readerClient, Date.now() + READ_PATIENCE_MS, () => readerClient.execute(statement)),
}

/** Reads from the database. Every write goes through {@link write}. */
export const db: Reader = drizzle(retryingReader as Client, { schema })

let queue: Promise<unknown> = Promise.resolve()

/**
 * Runs the writes of this process one after another. Time spent in the queue counts towards the time a write may wait.
 */
function queueWrite<T>(attempt: () => Promise<T>): Promise<T> {
	const deadline = Date.now() + WRITE_PATIENCE_MS
	const result = queue.then(() => retryWhileBusy(writerClient, deadline, attempt))
	queue = result.catch(() => undefined)
	return result
}

type Effect = () => void | Promise<void>
/* What to run after the commit of a transaction. */
const effects = new WeakMap<Tx, Set<Effect>>()
/* Detects a write inside another: it would wait for itself and block the queue. */
const insideWrite = new AsyncLocalStorage<true>()

/**
 * Runs `work` in one write transaction (BEGIN IMMEDIATE); the only way to write. Writes of this process queue up, and
 * locks of other processes are waited for. `work` may run again from the start after SQLITE_BUSY, so it must have no
 * effect outside `tx`. A throw rolls everything back.
 */
export async function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
	if (insideWrite.getStore())
		throw new Error('write() inside write() would wait for itself: pass the transaction')
	const afterwards = new Set<Effect>()
	const result = await queueWrite(async () => {
		afterwards.clear()
		return await writer.transaction(async tx => {
			effects.set(tx, afterwards)
			return await insideWrite.run(true, () => work(tx))
		})
	})
	const run = async (effect: Effect) => {
		try {
			await effect()
		} catch (error) {
			log.error({ err: error }, 'work after a commit failed')
		}
	}
	await Promise.all([...afterwards].map(run))
	return result
}

/** Like {@link write}, but also rolls back when `work` returns a refusal. */
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

/**
 * Runs `effect` once after the commit, and beside the others, before {@link write} returns; never if the transaction
 * rolls back.
 */
export function afterCommit(tx: Tx, effect: Effect): void {
	const waiting = effects.get(tx)
	if (!waiting) throw new Error('Only the transaction of write() has a commit')
	waiting.add(effect)
}

/**
 * Runs the statements of a migration in one transaction with foreign keys off, so that tables can be rebuilt. Queues up
 * like a {@link write}.
 */
export async function rebuild(statements: readonly string[]): Promise<void> {
	await queueWrite<unknown>(() => writerClient.migrate([...statements]))
}

/** Switches the database file to write-ahead logging. Call it before the first write of a process. */
export async function openDatabase(): Promise<void> {
	if (isFile) await queueWrite(() => writerClient.execute('PRAGMA journal_mode = WAL'))
}

/** Returns the file path of a file: URL. */
export function databasePath(url: string): string {
	return decodeURIComponent(url.replace(/^file:(\/\/[^/]*(?=\/))?/, '').replace(/\?.*$/, ''))
}

/** Waits for queued writes, then closes the connections. */
export async function closeDatabase(): Promise<void> {
	await queue
	writerClient.close()
	if (readerClient !== writerClient) readerClient.close()
}
