import { DAY_MS } from '~/domain/time'

/** Days shown on the management page. */
export const DAYS_SHOWN = 30

export type DayFigures = { readonly day: string; readonly views: number; readonly clicks: number }

const ROBOTS =
	/bot|crawl|spider|slurp|archiver|preview|scrape|monitor|lighthouse|headless|python|curl|wget|java\/|go-http|okhttp|axios/i

/** Tests for a client that is a program. One without a User-Agent header is one. */
export function isRobot(userAgent: string | null): boolean {
	return (
		!userAgent || !/^Mozilla\/|^Opera\/|^Lynx\/|^w3m\/|^Links /i.test(userAgent) || ROBOTS.test(userAgent)
	)
}

/** Every day from `first` (`2026-11-21`) for `count` days, with what was counted on it. */
export function fillDays(first: string, count: number, counted: readonly DayFigures[]): DayFigures[] {
	const known = new Map(counted.map(one => [one.day, one]))
	return Array.from({ length: count }, (_, index) => {
		const day = new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10)
		return known.get(day) ?? { day, views: 0, clicks: 0 }
	})
}
