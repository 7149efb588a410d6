import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { env } from '../ops/env.server'
import { log } from '../ops/log.server'

const CHUNK_BYTES = 64 * 1024

type Bytes = ReadableStream<Uint8Array>

/**
 * Writes a body to a temporary file as it arrives, so that a stalled upload holds no memory, then calls `read` with all
 * of it. When the disk is full, `read` gets the rest as it arrives: storing the file then fails with an error beside
 * its field, and the other input is not lost.
 * @throws whatever reading the body throws.
 */
export async function readSpooled<T>(body: Bytes, read: (body: Bytes) => Promise<T>, openFile = openUnnamed) {
	const file = await openFile().catch(warn)
	if (!file) return await read(body)
	try {
		const source = body.getReader()
		let size = 0
		for (let chunk = await source.read(); chunk.value; chunk = await source.read()) {
			const isWritten = await file.writeFile(chunk.value).then(() => true, warn)
			if (!isWritten) return await read(joinStreams(file, size, chunk.value, source))
			size += chunk.value.length
		}
		return await read(joinStreams(file, size, undefined, source))
	} finally {
		await file.close()
	}
}

/* Unlinked before the first byte is written, so that no file is left behind. */
async function openUnnamed(): Promise<FileHandle> {
	const name = path.join(env.dataDir, `${randomUUID()}.tmp`)
	const file = await open(name, 'wx+', 0o600)
	await rm(name)
	return file
}

function warn(error: unknown): undefined {
	log.warn({ err: error }, 'a body could not be written to DATA_DIR')
}

/** Joins the bytes in the file, the chunk that could not be written, and the rest of the source. */
function joinStreams(
	file: FileHandle,
	size: number,
	unwritten: Uint8Array | undefined,
	source: ReadableStreamDefaultReader<Uint8Array>,
): Bytes {
	async function* parts() {
		for (let at = 0; at < size; ) {
			const length = Math.min(CHUNK_BYTES, size - at)
			const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at)
			at += bytesRead
			yield buffer.subarray(0, bytesRead)
		}
		if (unwritten) yield unwritten
		for (let chunk = await source.read(); chunk.value; chunk = await source.read()) yield chunk.value
	}
	const rest = parts()
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await rest.next()
			if (done) controller.close()
			else controller.enqueue(value)
		},
	})
}
