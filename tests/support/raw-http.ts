import { once } from 'node:events'
import { connect } from 'node:net'

/** Sends bytes as they are, which no HTTP client would, and closes. @returns everything that came back. */
export async function sendRaw(port: number, text: string): Promise<string> {
	const socket = connect(port, '127.0.0.1')
	const chunks: Buffer[] = []
	socket.on('data', (chunk: Buffer) => chunks.push(chunk))
	await once(socket, 'connect')
	socket.write(text)
	await once(socket, 'close')
	return Buffer.concat(chunks).toString('latin1')
}
