import { eq } from 'drizzle-orm'
import { data, type MiddlewareFunction } from 'react-router'
import { db } from './db.server'
import { optionalAccount } from './guards.server'
import { log } from './log.server'
import { settings } from './schema.server'

const CACHE_MS = 3_000
/** What stays open (decision 28), and the answer to the banner that stands there too; static files never come this far. */
const OPEN = /^\/(login|logout|cookie-preference|healthz|google-response|auth\/google(\/.*)?|admin(\/.*)?)$/
/** Images of the open pages of administrators: receipts above all, which they review in the meantime. */
const ADMINS_IMAGES = /^\/(files|grid-picture)\//
const RETRY_AFTER_S = 300

let known: { until: number; isOn: Promise<boolean> } | undefined

/** Whether the operator has maintenance on. Remembered for three seconds; an error in the check counts as off. */
export function maintenanceIsOn(now = Date.now()): Promise<boolean> {
	if (!known || known.until <= now) known = { until: now + CACHE_MS, isOn: readSetting() }
	return known.isOn
}

/** Makes this process see a change of the setting at once. */
export function forgetMaintenance(): void {
	known = undefined
}

async function readSetting(): Promise<boolean> {
	try {
		const [row] = await db
			.select({ value: settings.value })
			.from(settings)
			.where(eq(settings.key, 'maintenance'))
		return row?.value === true
	} catch (error) {
		log.error({ err: error }, 'Failed to get maintenance mode')
		return false
	}
}

/** What the last error boundary gets instead of a page. */
export type MaintenanceAnswer = { maintenance: true; signedIn: boolean }

/** While maintenance is on, answers 503 to everything else than the open addresses, before any route runs; to /api in JSON. */
const wall: MiddlewareFunction<Response> = async ({ request }, next) => {
	const path = new URL(request.url).pathname.replace(/\.data$/, '')
	if (OPEN.test(path) || !(await maintenanceIsOn())) return await next()
	if (path.startsWith('/api/')) {
		const message = 'Maintenance in progress'
		return Response.json({ success: false, message, data: [{ maintenance_mode: '1' }] }, { status: 503 })
	}
	const account = await optionalAccount(request)
	if (account?.role === 'admin' && ADMINS_IMAGES.test(path)) return await next()
	throw data({ maintenance: true, signedIn: account !== undefined } satisfies MaintenanceAnswer, {
		status: 503,
	})
}

/** Tells clients when to come back; open pages do so by themselves, with scripts or without. */
const retryLater: MiddlewareFunction<Response> = async (_, next) => {
	const response = await next()
	if (response.status === 503 && !response.headers.has('Retry-After')) {
		response.headers.set('Retry-After', String(RETRY_AFTER_S))
		response.headers.set('Refresh', String(RETRY_AFTER_S))
	}
	return response
}

export const maintenance: MiddlewareFunction<Response>[] = [retryLater, wall]
