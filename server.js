/* What react-router-serve starts: the build, prepared for operation. Whatever is printed is one JSON line of
   the log, requests are looked at before the framework sees them, and a signal ends the process when all is
   answered. */
import diagnostics from 'node:diagnostics_channel'
import { format } from 'node:util'
import morgan from 'morgan'

process.umask(0o077)
process.env.HOST ??= '127.0.0.1'

/* For what keeps the product from starting: there may be no log yet. */
function giveUp(error) {
	const bug = error.name === 'StartError' ? {} : { stack: error.stack }
	console.error(JSON.stringify({ level: 60, time: Date.now(), msg: error.message, ...bug }))
	process.exit(1)
}

let running
for (const signal of ['SIGTERM', 'SIGINT']) {
	process.once(signal, () => {
		if (!running) process.exit(0)
		running.drain()
		process.once('beforeExit', () => {
			running.close().catch(error => log.error({ err: error }, 'stopping failed'))
		})
	})
}

/* Not a static import, which would run before all this. */
const build = await import('./build/server/index.js').catch(giveUp)
const { boot, log, receive } = build.entry.module
/* The check of origins is ours (sameOrigin): the framework's does not know APP_URL and reports a refusal as
   an error. */
export const allowedActionOrigins = ['**']
running = await boot({ ...build, allowedActionOrigins }).catch(giveUp)

/* What a visitor asked of a file that it cannot give, as the framework reports it; the line of the request says it. */
const REFUSED_FILE = /^(BadRequest|Forbidden|NotFound|PreconditionFailed|RangeNotSatisfiable)Error: /
const levels = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' }
for (const [method, level] of Object.entries(levels)) {
	console[method] = (...values) => {
		// The framework hands console.error to the end of its server, with nothing to say when that went well.
		if (values[0] !== undefined && !REFUSED_FILE.test(values[0])) log[level](format(...values))
	}
}
/* The framework's first line says that it listens; ours says the same and more. */
const print = console.log
console.log = (...values) => {
	if (!String(values[0]).startsWith('[react-router-serve]')) return print(...values)
	log.info(running.facts, 'started')
	console.log = print
}
process.removeAllListeners('warning')
process.on('warning', warning => log.warn({ err: warning }, 'warning'))
process.on('uncaughtException', error => {
	log.fatal({ err: error }, 'crashed')
	process.exit(1)
})

diagnostics.subscribe('http.server.request.start', ({ server, request, response }) => {
	running.front(server)
	receive(request, response)
})
/* The line of a request is written by `receive`, which knows who asked. */
morgan.format('tiny', () => undefined)

export const { assets, assetsBuildDirectory, basename, entry, future } = build
export const { isSpaMode, prerender, publicPath, routeDiscovery, routes, ssr } = build
