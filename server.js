/* What react-router-serve starts: the build, with the origin that a TLS proxy shows, one JSON log line a request, the
   client's address, and a clean stop. */
import { randomUUID } from 'node:crypto'
import diagnostics from 'node:diagnostics_channel'
import morgan from 'morgan'

process.env.HOST ??= '127.0.0.1'
const build = await import('./build/server/index.js')
const { boot, env, log } = build.entry.module
const { retire, stop } = await boot()

diagnostics.subscribe('http.server.request.start', ({ request, socket }) => {
	request.headers['x-client-address'] = socket.remoteAddress ?? ''
	request.headers['x-request-id'] = randomUUID()
	request.startedAt = performance.now()
})

/* react-router-serve logs through morgan's format "tiny"; this is that line as JSON, without query strings. */
morgan.format('tiny', (_tokens, request, response) => {
	log.info({
		requestId: request.headers['x-request-id'],
		method: request.method,
		path: request.originalUrl.split('?')[0],
		status: response.statusCode,
		ms: Math.round(performance.now() - request.startedAt),
	})
})

for (const signal of ['SIGTERM', 'SIGINT']) {
	process.once(signal, () => {
		retire()
		process.once('beforeExit', () => {
			stop().catch(error => log.error({ err: error }, 'stopping failed'))
		})
	})
}

export * from './build/server/index.js'
export const allowedActionOrigins = [env.appUrl.host]
