/* The HTTP server: Express with React Router's adapter. `react-router-serve ./build/server/index.js` serves the same
   build without guest cache, JSON log and draining. */
import { createRequestHandler } from '@react-router/express'
import compression from 'compression'
import express from 'express'

process.umask(0o077)
// Imports only Node and Express, so that a failure to load the product can be logged.
const fail = error => {
	const stack = error.name === 'StartError' ? {} : { stack: error.stack }
	console.error(JSON.stringify({ level: 60, time: Date.now(), msg: error.message, ...stack }))
	process.exit(1)
}
const interrupt = () => process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, interrupt)

const build = await import('./build/server/index.js').catch(fail)
const { host } = build.entry.module
const { env, log } = host

// Node also prints warnings itself unless --no-warnings is set.
process.on('warning', warning => log.warn({ err: warning }, 'warning'))
process.on('uncaughtException', error => {
	log.fatal({ err: error }, 'crashed')
	process.exit(1)
})

const client = `${import.meta.dirname}/build/client`
let isStopping = false
const unanswered = new Set()
const app = express()
app.disable('x-powered-by').set('trust proxy', env.TRUST_PROXY).set('etag', false)
app.use(host.logRequests)
app.use((request, response, next) => {
	response.set('X-Content-Type-Options', 'nosniff')
	if (env.secureCookies) response.set('Strict-Transport-Security', 'max-age=63072000')
	if (isStopping) response.set('Connection', 'close')
	unanswered.add(response)
	response.once('close', () => {
		unanswered.delete(response)
		if (isStopping) request.socket.destroySoon()
	})
	next()
})
app.use(host.screenRequest)
app.use(host.guestCache(build, host.guestVersion))
app.use(compression())
app.use('/assets', express.static(`${client}/assets`, { immutable: true, maxAge: '1y', redirect: false }))
// Only paths with a file extension can be static files.
app.get(/\.\w+$/, express.static(client, { index: false, maxAge: '1h', redirect: false }))
app.use(createRequestHandler({ build, getLoadContext: (_request, response) => host.loadContext(response) }))
app.use((error, request, response, _next) => {
	const status = error.status ?? 500
	if (status >= 500) log.error({ err: error, requestId: request.id }, 'answering failed')
	if (response.headersSent) return response.destroy()
	response.status(status).type('text').send(`${status}\n`)
})

const server = app.listen(env.PORT, env.HOST, error => {
	if (error) return fail(error)
	log.info(host.startFacts(), 'started')
})
// Node's default of five minutes is too short for two receipts of 5 MB at the minimum rate of an upload (LEAST_PROGRESS
// in app/server/forms/uploads.server.ts): 35 minutes.
server.requestTimeout = 40 * 60_000
// Longer than a proxy or a client keeps a connection: Node's five seconds close it while the next request is on its way.
server.keepAliveTimeout = 75_000

const connections = new Set()
server.on('connection', socket => {
	connections.add(socket)
	socket.once('close', () => connections.delete(socket))
})

/* Completes running requests, closes their connections, and then the database. server.close() alone would wait for
   idle connections that browsers open in advance. */
const drain = () => {
	if (isStopping) return
	isStopping = true
	log.info('stopping')
	for (const response of unanswered) if (!response.headersSent) response.set('Connection', 'close')
	const jobsStopped = host.stopJobs()
	server.close(() =>
		jobsStopped.then(host.close).catch(error => log.error({ err: error }, 'stopping failed')),
	)
	const answering = new Set([...unanswered].map(response => response.socket))
	for (const socket of connections) if (!answering.has(socket)) socket.destroy()
	// Stalled uploads are not awaited either, because containers get one minute.
	setTimeout(() => server.closeAllConnections(), 50_000).unref()
}
for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, interrupt).once(signal, drain)
