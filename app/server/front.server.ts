import { readdirSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { type GuestSource, guestAnswers } from './guest-answers.server'
import { log } from './log.server'
import { narrowBuilds } from './narrow-build.server'
import { send, toRequest } from './node-answers.server'
import { pageHandler } from './page-handler.server'

/* What the file server reads otherwise than it stands there. */
const CURIOUS = /[%\\#]|\/\/|\.\.|\.data$/

/**
 * Stands in front of the server that the framework starts (docs/decisions/0125): guests' pages come from what is kept,
 * every other page from the framework at once, and only the rest goes by the file server. `source`: what guests' pages
 * are drawn from.
 * @returns what puts it in front of a server; it may be called for every request.
 */
export function frontOf(build: ServerBuild, source: GuestSource): (server: Server) => void {
	const { narrow } = narrowBuilds(build)
	const handlers = new WeakMap<ServerBuild, ReturnType<typeof pageHandler>>()
	const handlerFor = (path: string) => {
		const some = narrow(path)
		const handler = handlers.get(some) ?? pageHandler(some)
		handlers.set(some, handler)
		return handler
	}
	const guests = guestAnswers(source, handlerFor)
	const fileNames = new Set([...namesIn(build.assetsBuildDirectory), ...namesIn('public')])
	const isForUs = (path: string) => !CURIOUS.test(path) && !fileNames.has(path.split('/', 2)[1] ?? '')

	async function answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
		const kept = await guests.find(request)
		if (kept) return guests.send(kept, { request, to: response })
		const asked = toRequest(request, response)
		const drawn = await handlerFor(path)(asked)
		guests.learn(request, drawn)
		await send(drawn, { request, to: response })
	}

	const inFront = new WeakSet<Server>()
	return server => {
		if (inFront.has(server)) return
		inFront.add(server)
		const behind = server.listeners('request') as RequestListener[]
		server.removeAllListeners('request')
		server.on('request', (request, response) => {
			const path = request.url?.split('?', 1)[0] ?? ''
			if (!isForUs(path)) {
				for (const listener of behind) listener(request, response)
				return
			}
			answer(request, response, path).catch(error => {
				log.error({ err: error, requestId: request.headers['x-request-id'] }, 'answering failed')
				if (response.headersSent) response.destroy()
				else response.writeHead(500).end()
			})
		})
	}
}

function namesIn(directory: string): string[] {
	try {
		return readdirSync(directory)
	} catch {
		return []
	}
}
