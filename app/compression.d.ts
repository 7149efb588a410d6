declare module 'compression' {
	import type { IncomingMessage, ServerResponse } from 'node:http'

	/** Compresses what is written to an answer after `next` is called, as the client likes it best. */
	export default function compression(): (
		request: IncomingMessage,
		response: ServerResponse,
		next: () => void,
	) => void
}
