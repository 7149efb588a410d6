export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const MAX_CACHED = 5_000

/** Formats a UTC time (ms) in London time: '21 November 2026 at 14:05 GMT'. */
export const formatDateTime = createDateTimeFormat('long')

/** Formats a UTC time (ms) in London time: '21 Nov 2026, 14:05 GMT'. Lines break only between date and time. */
export const formatShortDateTime = createDateTimeFormat('short')

/* Cached, because many texts share a minute, and formatting costs more than a row of a table. */
function createDateTimeFormat(month: 'long' | 'short'): (at: number) => string {
	const format = new Intl.DateTimeFormat('en-GB', {
		day: 'numeric',
		month,
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		timeZone: 'Europe/London',
		timeZoneName: 'short',
	})
	const cache = new Map<number, string>()
	return at => {
		const minute = Math.floor(at / MINUTE_MS)
		const cached = cache.get(minute)
		if (cached !== undefined) return cached
		const text = format.format(at)
		const shown = month === 'short' ? text.replaceAll(/(?<!,) /g, '\u00a0') : text
		if (cache.size === MAX_CACHED) cache.clear()
		cache.set(minute, shown)
		return shown
	}
}

const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/London' })

/** Returns the day in London of a UTC time (ms): '2026-11-21'. */
export function londonDay(at: number): string {
	const quarter = Math.floor(at / QUARTER_MS)
	if (cachedDay.quarter !== quarter) cachedDay = { quarter, text: day.format(at) }
	return cachedDay.text
}

/* Pages ask for today, and a new day only begins on a quarter of an hour. */
const QUARTER_MS = 15 * MINUTE_MS
let cachedDay = { quarter: Number.NaN, text: '' }

const hour = new Intl.DateTimeFormat('en-GB', {
	hour: '2-digit',
	hourCycle: 'h23',
	timeZone: 'Europe/London',
})

/** Returns the hour of the day in London, from 0 to 23, of a UTC time (ms). */
export function londonHour(at: number): number {
	return Number(hour.format(at))
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const fullDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })

/** Formats a day '2026-11-21' as 'Saturday 21 November 2026'. */
export function formatWeekday(isoDay: string): string {
	return fullDay.format(Date.parse(isoDay)).replace(',', '')
}

/** Formats a day '2026-11-21' as '21 November 2026'. */
export function formatDay(isoDay: string): string {
	return longDay.format(Date.parse(isoDay))
}

const wallClock = new Intl.DateTimeFormat('sv-SE', {
	dateStyle: 'short',
	timeStyle: 'medium',
	timeZone: 'Europe/London',
})

/** Formats a UTC time (ms) in London time for a datetime-local field: '2026-11-21T14:05'. */
export function toDatetimeLocal(at: number): string {
	return wallClock.format(at).replace(' ', 'T').slice(0, 16)
}

/**
 * Parses a datetime-local value in London time to UTC ms; null for anything else. An hour that is skipped in spring
 * becomes the next one; an hour that is repeated in autumn is the first.
 */
export function londonMoment(typed: string): number | null {
	const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN
	// Date would turn 30 February into 2 March.
	if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(typed)) return null
	const toWallTime = (at: number) => Date.parse(`${wallClock.format(at).replace(' ', 'T')}Z`)
	const summer = wall - HOUR_MS
	return toWallTime(summer) === wall ? summer : wall
}

/** Returns the start (UTC ms) of a day in London, written '2026-11-21'. In summer it is before midnight UTC. */
export function londonDayStart(isoDay: string): number {
	const utcMidnight = Date.parse(isoDay)
	const anHourBefore = utcMidnight - HOUR_MS
	return londonDay(anHourBefore) === isoDay ? anHourBefore : utcMidnight
}

/** Returns the end (UTC ms) of a day in London, written '2026-11-21'. */
export function londonDayEnd(isoDay: string): number {
	return londonDayStart(new Date(Date.parse(isoDay) + DAY_MS).toISOString().slice(0, 10)) - 1
}
