import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { env } from './env.server'
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
const config = {
	url: env.databaseUrl,
	...(env.DATABASE_AUTH_TOKEN ? { authToken: env.DATABASE_AUTH_TOKEN } : {}),
	timeout: 5000,
}
const BUSY_PATIENCE_MS = 30_000

/* The writer has one connection and is used by the queue alone, so that throwing its connection away after SQLITE_BUSY
   (tursodatabase/libsql-client-ts#352) cannot pull it from under a reader. */
const writerClient: Client = createClient(isFile ? { ...config, concurrency: 1 } : config)
const readerClient: Client = isFile ? createClient(config) : writerClient
const writer: Database = drizzle(writerClient, { schema })

/** Reads. Every write goes through {@link write}. */
export const db: Reader = drizzle(readerClient, { schema })

/* What waits for the commit of the write that is running; emptied before each attempt. */
const insideWrite = new AsyncLocalStorage<{ afterCommit: Set<() => void> }>()
let queue: Promise<unknown> = Promise.resolve()

/**
 * Runs `work` in one write transaction (BEGIN IMMEDIATE); the only way to write. Writes of a process queue up, those of other
 * processes are waited for. `work` may run again from the start after SQLITE_BUSY, so it must have no effect outside `tx`.
 * A throw rolls everything back.
 */
export function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
	if (insideWrite.getStore()) throw new Error('write() inside write() would wait for itself')
	const afterCommit = new Set<() => void>()
	const attempt = () => {
		afterCommit.clear()
		return writer.transaction(work)
	}
	const result = queue.then(() => insideWrite.run({ afterCommit }, () => retryBusy(attempt)))
	queue = result.catch(() => undefined)
	return result.then(value => {
		for (const effect of afterCommit) effect()
		return value
	})
}

/** Runs `effect` once after the commit of the write transaction that the caller is in; never when it rolls back. */
export function afterCommit(effect: () => void): void {
	insideWrite.getStore()?.afterCommit.add(effect)
}

async function retryBusy<T>(attempt: () => Promise<T>): Promise<T> {
	const patience = Date.now() + BUSY_PATIENCE_MS
	for (let pause = 5; ; pause = Math.min(pause * 2, 250)) {
		try {
			return await attempt()
		} catch (error) {
			if (!isBusy(error) || Date.now() > patience) throw error
			await writerClient.reconnect()
			await sleep(pause * (0.5 + Math.random()))
		}
	}
}

function isBusy(error: unknown): boolean {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		if ('code' in cause && String(cause.code).startsWith('SQLITE_BUSY')) return true
	}
	return false
}

/** Makes the database file concurrent (write-ahead log); before the first write of a process. */
export async function openDatabase(): Promise<void> {
	if (isFile) await retryBusy(() => writerClient.execute('PRAGMA journal_mode = WAL'))
}

/** Waits for queued writes and closes the connections. */
export async function closeDatabase(): Promise<void> {
	await queue
	writerClient.close()
	if (readerClient !== writerClient) readerClient.close()
}
