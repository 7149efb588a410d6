import { and, asc, eq, gte } from 'drizzle-orm'
import { DAY_MS, londonDay } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { blockStatistics } from '~/server/db/schema.server'
import { DAYS_SHOWN, type DayFigures, fillDays } from './rules'

/** Reads the visitors of a creative on each of the last thirty days in London, today last. `now`: UTC ms. */
export async function readStatistics(creativeId: string, now: number): Promise<DayFigures[]> {
	const first = new Date(Date.parse(londonDay(now)) - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10)
	const rows = await db
		.select({ day: blockStatistics.day, views: blockStatistics.views, clicks: blockStatistics.clicks })
		.from(blockStatistics)
		.where(and(eq(blockStatistics.creativeId, creativeId), gte(blockStatistics.day, first)))
		.orderBy(asc(blockStatistics.day))
	return fillDays(first, DAYS_SHOWN, rows)
}
