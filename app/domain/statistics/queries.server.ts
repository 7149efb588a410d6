import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { londonDay } from '~/domain/time'
import { db } from '~/server/db.server'
import { prepared } from '~/server/prepared.server'
import { blockStatistics } from '~/server/schema.server'
import { DAYS_SHOWN, type DayFigures, everyDay } from './rules'

const DAY_MS = 24 * 60 * 60 * 1000

/** Visitors of a creative on each of the last thirty days in London, today last. `now`: UTC ms. */
export async function readStatistics(creativeId: string, now: number): Promise<DayFigures[]> {
	const first = new Date(Date.parse(londonDay(now)) - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10)
	const rows = await since.all(db, { creativeId, first })
	return everyDay(first, DAYS_SHOWN, rows)
}

const since = prepared(on =>
	on
		.select({ day: blockStatistics.day, views: blockStatistics.views, clicks: blockStatistics.clicks })
		.from(blockStatistics)
		.where(
			and(
				eq(blockStatistics.creativeId, sql.placeholder('creativeId')),
				gte(blockStatistics.day, sql.placeholder('first')),
			),
		)
		.orderBy(asc(blockStatistics.day)),
)
