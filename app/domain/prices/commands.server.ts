import { eq, sql } from 'drizzle-orm'
import type { Actor } from '~/domain/actor'
import { type Refusal, refusal } from '~/domain/refusal'
import { getPrices } from '~/domain/settings/queries.server'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, write } from '~/server/db/db.server'
import { pixelPrices } from '~/server/db/schema.server'
import { type Prices, priceChanges } from './schema'

/** Reads the prices in pence, and the version that a change has to name. */
export async function readPrices(from: Readable = db): Promise<{ prices: Prices; version: number }> {
	const [row] = await from
		.select({ version: sql<number>`sum(${pixelPrices.version})`.mapWith(Number) })
		.from(pixelPrices)
	return { prices: await getPrices(from), version: row?.version ?? 0 }
}

const CHANGED = refusal(
	'changed',
	'The prices have changed since you opened this page. Please look at them again.',
)

/**
 * Changes the prices, all or none, and records it. Open checkouts keep theirs (P10). `prices` in pence; `version`: of
 * the prices that were shown, so that of two administrators one is refused.
 * @returns how many differ.
 */
export async function changePrices(
	prices: Prices,
	{ version, actorId, now }: Actor & { version: number },
): Promise<{ ok: true; changed: number } | Refusal<'changed'>> {
	return await write(async tx => {
		const seen = await readPrices(tx)
		if (seen.version !== version) return CHANGED
		const changes = priceChanges(seen.prices, prices)
		for (const { type, from, to } of changes) {
			await tx
				.update(pixelPrices)
				.set({ pence: to, version: sql`${pixelPrices.version} + 1`, updatedAt: now })
				.where(eq(pixelPrices.type, type))
			await audit(tx, 'price.change', { type: 'setting', id: 'prices' }, { actorId, now }, { type, from, to })
		}
		return { ok: true, changed: changes.length }
	})
}
