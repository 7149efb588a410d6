import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describeBrowser } from '~/domain/accounts/profile/browser-name'
import { londonDay } from '~/domain/time'
import { addressBlock } from '~/server/auth/address-block.server'
import { write } from '~/server/db/db.server'
import { blockStatistics } from '~/server/db/schema.server'
import type { Visitor } from '~/server/ops/caller.server'
import { log } from '~/server/ops/log.server'
import { isRobot } from './rules'

/* Counts visitors once a day for each creative. A hash with a salt that this process keeps for one day tells who was
   counted: no cookie, no address in the database, nothing that identifies a person. Counts wait in memory and are
   written in batches, so that a view costs no write. */

const FLUSH_MS = 10_000
/* Above this many a day, the visitors seen so far are forgotten and counting continues, so that a flood of addresses
   cannot exhaust memory. */
const MAX_VISITORS = 200_000

type What = 'views' | 'clicks'

type Counted = { creativeId: string; day: string; views: number; clicks: number }

let today = { day: '', salt: randomBytes(16), seen: new Set<string>() }
let waiting = new Map<string, Counted>()

/** Counts a visitor who sees a creative (`views`), or follows its link (`clicks`). `now`: UTC ms. */
export function countVisitor(what: What, creativeId: string, visitor: Visitor, now: number): void {
	if (isRobot(visitor.userAgent)) return
	const day = londonDay(now)
	if (today.day !== day) today = { day, salt: randomBytes(16), seen: new Set() }
	if (today.seen.size >= MAX_VISITORS) today.seen.clear()
	/* Only these, because User-Agent headers are easily invented, and one IPv6 customer has countless addresses. */
	const who = [addressBlock(visitor.address), describeBrowser(visitor.userAgent)]
	const mark = createHash('sha256')
		.update(today.salt)
		.update([what, creativeId, ...who].join('\u0000'))
		.digest('base64')
	if (today.seen.has(mark)) return
	today.seen.add(mark)
	const key = `${creativeId} ${day}`
	const counted = waiting.get(key) ?? { creativeId, day, views: 0, clicks: 0 }
	counted[what] += 1
	waiting.set(key, counted)
}

/** Writes the counts in one statement. A failed write is retried. */
export async function flushStatistics(): Promise<void> {
	if (waiting.size === 0) return
	const batch = waiting
	waiting = new Map()
	try {
		await write(tx =>
			tx
				.insert(blockStatistics)
				.values([...batch.values()])
				.onConflictDoUpdate({
					target: [blockStatistics.creativeId, blockStatistics.day],
					set: {
						views: sql`${blockStatistics.views} + excluded.views`,
						clicks: sql`${blockStatistics.clicks} + excluded.clicks`,
					},
				}),
		)
	} catch (error) {
		for (const [key, { views, clicks, ...rest }] of batch) {
			const since = waiting.get(key)
			waiting.set(key, {
				...rest,
				views: views + (since?.views ?? 0),
				clicks: clicks + (since?.clicks ?? 0),
			})
		}
		log.error({ err: error }, 'the statistics could not be written')
	}
}

/**
 * Writes the counts every ten seconds.
 * @returns a function to call before the process exits, which writes the rest.
 */
export function startStatistics(): () => Promise<void> {
	const timer = setInterval(() => void flushStatistics(), FLUSH_MS).unref()
	return async () => {
		clearInterval(timer)
		await flushStatistics()
	}
}
