import { londonDay, londonDayStart } from '~/domain/time'

/** A month in London, written `2026-11`, with its start and the start of the next (UTC ms). */
export type Month = { month: string; from: number; to: number }

/** Returns the month of `now` (UTC ms) and those before it, oldest first. */
export function lastMonths(now: number, count: number): Month[] {
	const [year = 0, month = 0] = londonDay(now).split('-').map(Number)
	const getName = (back: number) => new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7)
	return Array.from({ length: count }, (_, index) => {
		const back = count - 1 - index
		const getStart = (name: string) => londonDayStart(`${name}-01`)
		return { month: getName(back), from: getStart(getName(back)), to: getStart(getName(back - 1)) }
	})
}

const long = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

/** Formats '2026-11' as 'November 2026'. */
export function formatMonth(month: string): string {
	return long.format(Date.parse(`${month}-01`))
}

/** Formats '2026-11' as 'Nov'. */
export function formatShortMonth(month: string): string {
	return short.format(Date.parse(`${month}-01`))
}
