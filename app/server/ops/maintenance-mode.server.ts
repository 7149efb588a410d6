import { eq } from 'drizzle-orm'
import { db } from '../db/db.server'
import { settings } from '../db/schema.server'
import { log } from './log.server'

/* Proxies keep pages for a second or two themselves (docs/decisions/0112). */
const CACHE_MS = 500

let known: { until: number; isOn: Promise<boolean> } | undefined

/** Tells whether maintenance is on. Cached for half a second; an error in the check counts as off. */
export function isMaintenanceOn(now = Date.now()): Promise<boolean> {
	if (!known || known.until <= now) known = { until: now + CACHE_MS, isOn: readSetting() }
	return known.isOn
}

/** Clears the cache, so that this process sees a change of the setting at once. */
export function clearMaintenanceCache(): void {
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
