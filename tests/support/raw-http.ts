import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends raw bytes, which no HTTP client would send, and closes. @returns the complete response. */
export async function sendRaw(port: number, text: string): Promise<string> {
	const socket = connect(port, '127.0.0.1')
	const chunks: Buffer[] = []
	socket.on('data', (chunk: Buffer) => chunks.push(chunk))
	await once(socket, 'connect')
	socket.write(text)
	await once(socket, 'close')
	return Buffer.concat(chunks).toString('latin1')
}
