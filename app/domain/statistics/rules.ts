import { DAY_MS } from '~/domain/time'

/** Days shown on the management page. */
export const DAYS_SHOWN = 30

export type DayFigures = { readonly day: string; readonly views: number; readonly clicks: number }

const ROBOTS =
	/bot|crawl|spider|slurp|archiver|preview|scrape|monitor|lighthouse|headless|python|curl|wget|java\/|go-http|okhttp|axios/i

/** Tests for a bot, including clients without a User-Agent header. */
export function isRobot(userAgent: string | null): boolean {
	return (
		!userAgent || !/^Mozilla\/|^Opera\/|^Lynx\/|^w3m\/|^Links /i.test(userAgent) || ROBOTS.test(userAgent)
	)
}

/** Lists `count` days from `first` (`2026-11-21`), with what was counted on each. */
export function fillDays(first: string, count: number, counted: readonly DayFigures[]): DayFigures[] {
	const known = new Map(counted.map(figures => [figures.day, figures]))
	return Array.from({ length: count }, (_, index) => {
		const day = new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, 10)
		return known.get(day) ?? { day, views: 0, clicks: 0 }
	})
}
