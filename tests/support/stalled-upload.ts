import { once } from 'node:events'
import { connect } from 'node:net'

const BOUNDARY = 'stalled'
const HELD_BACK = 800_000

/** Begins to send a form with a file of `bytes` to a server on 127.0.0.1 and withholds its last 800 kB. */
export async function stallUpload({
	port,
	path,
	headers,
	bytes,
}: {
	port: number
	path: string
	headers: Record<string, string>
	bytes: number
}) {
	const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
	const end = `\r\n--${BOUNDARY}--\r\n`
	const fields: Record<string, string> = {
		Host: `127.0.0.1:${port}`,
		Origin: `http://127.0.0.1:${port}`,
		'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
		'Content-Length': String(part.length + bytes + end.length),
		...headers,
	}
	const lines = [
		`POST ${path} HTTP/1.1`,
		...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
	]
	const socket = connect(port, '127.0.0.1')
	let response = ''
	socket.on('data', (chunk: Buffer) => {
		response += chunk.toString('latin1')
	})
	socket.on('error', () => {})
	await once(socket, 'connect')
	socket.write(`${lines.join('\r\n')}\r\n\r\n${part}`)
	const sent = new Promise<void>(resolve => socket.write(Buffer.alloc(bytes - HELD_BACK), () => resolve()))
	return {
		/**
		 * Resolves when the system has accepted all of it, which is more than it buffers if the server does not read.
		 */
		sent,
		/** The response so far. */
		response: () => response,
		/** Sends a little more, which keeps it from being dropped when done twice a second. */
		drip: () => socket.write('-'.repeat(7_500)),
		/** Resolves when the server has closed the connection. */
		isEnded: () => socket.destroyed,
		leave: () => socket.destroy(),
	}
}
