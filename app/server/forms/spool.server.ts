import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '../ops/env.server'

const CHUNK_BYTES = 64 * 1024

/** A body could not be kept on disk; `cause` says why. */
export class SpoolError extends Error {
	constructor(cause: unknown) {
		super('A body could not be written to DATA_DIR', { cause })
	}
}

/**
 * Writes a body to a temporary file as it arrives, so that one that stalls keeps no memory, and has `read` read it when
 * all of it is there. The file has no name any more when the first byte arrives, so that none is left behind.
 * @throws SpoolError, and whatever reading the body throws.
 */
export async function readSpooled<T>(
	body: ReadableStream<Uint8Array>,
	read: (body: ReadableStream<Uint8Array>) => Promise<T>,
): Promise<T> {
	const file = await openUnnamed().catch(orSpoolError)
	try {
		for await (const chunk of body) await file.write(chunk).catch(orSpoolError)
		return await read(readBack(file))
	} finally {
		await file.close()
	}
}

async function openUnnamed(): Promise<FileHandle> {
	const name = path.join(env.dataDir, `${randomUUID()}.tmp`)
	const file = await open(name, 'wx+', 0o600)
	await rm(name)
	return file
}

function orSpoolError(cause: unknown): never {
	throw new SpoolError(cause)
}

function readBack(file: FileHandle): ReadableStream<Uint8Array> {
	let at = 0
	return new ReadableStream({
		async pull(stream) {
			const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK_BYTES), 0, CHUNK_BYTES, at)
			at += bytesRead
			if (bytesRead > 0) stream.enqueue(buffer.subarray(0, bytesRead))
			else stream.close()
		},
	})
}
