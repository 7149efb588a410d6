import { constants, createGzip, type Gzip } from 'node:zlib'

/* Each takes 256 kB; more than these are at work at once only under load, and thrown away after it. */
const IDLE_AT_MOST = 8
const CHUNK = 32 * 1024

type Compressor = { stream: Gzip & { reset(): void }; parts: Buffer[] }

const idle: Compressor[] = []

/**
 * Bytes as gzip. What compresses is used again, and told the end together with the bytes: that is one way to another
 * thread and back, where a new one takes two and its memory.
 */
export function gzipped(bytes: Buffer): Promise<Buffer> {
	const compressor = idle.pop() ?? newCompressor()
	const { stream } = compressor
	return new Promise((resolve, reject) => {
		stream.once('error', reject)
		stream.write(bytes, error => {
			// It is destroyed, and not used again.
			if (error) return
			stream.off('error', reject)
			const { parts } = compressor
			compressor.parts = []
			resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
			stream.reset()
			if (idle.length < IDLE_AT_MOST) idle.push(compressor)
			else stream.destroy()
		})
	})
}

function newCompressor(): Compressor {
	const stream = createGzip({ flush: constants.Z_FINISH, chunkSize: CHUNK }) as Compressor['stream']
	const compressor: Compressor = { stream, parts: [] }
	stream.on('data', part => compressor.parts.push(part))
	return compressor
}
