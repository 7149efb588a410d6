import { createHash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import product from '../../../package.json' with { type: 'json' }
import { imageQueueSize } from '../images/image-queue.server'
import { env } from './env.server'

/* The default metrics cover event loop delay, memory, processor time and garbage collection. */
const registry = new Registry()
const registers = [registry]
collectDefaultMetrics({ register: registry })

new Gauge({
	name: 'market_build_info',
	help: 'Always 1: the version that runs, and the revision that it was built from.',
	labelNames: ['version', 'revision'],
	registers,
}).set({ version: product.version, revision: env.REVISION ?? 'unknown' }, 1)

const requests = new Counter({
	name: 'http_requests_total',
	help: 'Requests answered, by method, route id and status.',
	labelNames: ['method', 'route', 'status'],
	registers,
})
const durations = new Histogram({
	name: 'http_request_duration_seconds',
	help: 'From the arrival of a request to the end of its answer, by method and route id.',
	labelNames: ['method', 'route'],
	buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
	registers,
})

const storeRequests = new Counter({
	name: 'market_file_store_requests_total',
	help: 'Requests to the file store in S3, by method and status; slow and cut are those without an answer.',
	labelNames: ['method', 'outcome'],
	registers,
})

new Gauge({
	name: 'market_image_queue',
	help: 'Image jobs that wait.',
	registers,
	collect() {
		this.set(imageQueueSize().waiting)
	},
})

/* Methods invented by a client create no series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Counts one answered request. `route` is a route id; undefined for files of the build. */
export function observeRequest(request: {
	method: string
	route: string | undefined
	status: number
	seconds: number
}): void {
	const method = METHODS.has(request.method) ? request.method : 'other'
	const route = request.route ?? 'none'
	requests.inc({ method, route, status: request.status })
	durations.observe({ method, route }, request.seconds)
}

/** Counts one attempt of a request to the file store. */
export function observeStore({ method, outcome }: { method: string; outcome: string }): void {
	storeRequests.inc({ method, outcome })
}

/** Checks a request for METRICS_TOKEN, in constant time; false if none is configured. */
export function canReadMetrics(request: Request): boolean {
	const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
	if (!env.METRICS_TOKEN || given === undefined) return false
	return timingSafeEqual(digest(given), digest(env.METRICS_TOKEN))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Business figures shown beside the metrics of the process: name, meaning, and one value or one per label. */
export type Reading = { name: string; help: string } & (
	| { value: number }
	| { label: string; values: Record<string, number> }
)

/** Renders all metrics in the text format of Prometheus, with `readings` as they are now. */
export async function renderMetrics(readings: readonly Reading[]): Promise<Response> {
	const now = new Registry()
	for (const reading of readings) {
		const { name, help } = reading
		if ('value' in reading) {
			new Gauge({ name, help, registers: [now] }).set(reading.value)
			continue
		}
		const gauge = new Gauge({ name, help, labelNames: [reading.label], registers: [now] })
		for (const [label, value] of Object.entries(reading.values)) gauge.set({ [reading.label]: label }, value)
	}
	const text = await Registry.merge([registry, now]).metrics()
	return new Response(text, {
		headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' },
	})
}
