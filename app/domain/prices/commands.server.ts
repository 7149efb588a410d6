import { eq, sql } from 'drizzle-orm'
import { getPrices } from '~/domain/settings/queries.server'
import { audit } from '~/server/db/audit.server'
import { db, type Readable, type Tx, write } from '~/server/db/db.server'
import { pixelPrices } from '~/server/db/schema.server'
import { type Prices, priceChanges } from './schema'

/** The prices in pence, and the version that a change of them has to name. */
export async function readPrices(from: Readable = db): Promise<{ prices: Prices; version: number }> {
	const [row] = await from
		.select({ version: sql<number>`sum(${pixelPrices.version})`.mapWith(Number) })
		.from(pixelPrices)
	return { prices: await getPrices(from), version: row?.version ?? 0 }
}

export type PricesResult = { ok: true; changed: number } | { ok: false; code: 'changed'; message: string }

/**
 * Changes the prices from now on, all or none, on record. Open checkouts keep theirs (P10). `prices` in pence;
 * `version`: of those that were seen, so that of two administrators one is told. @returns how many differ.
 */
export async function changePrices(
	prices: Prices,
	{ version, actorId, now }: { version: number; actorId: string; now: number },
): Promise<PricesResult> {
	return await write(async tx => {
		const seen = await readPrices(tx)
		if (seen.version !== version) {
			return {
				ok: false,
				code: 'changed',
				message: 'The prices have changed since you opened this page. Please look at them again.',
			}
		}
		const changes = priceChanges(seen.prices, prices)
		for (const change of changes) await store(tx, change, { actorId, now })
		return { ok: true, changed: changes.length }
	})
}

async function store(
	tx: Tx,
	{ type, from, to }: ReturnType<typeof priceChanges>[number],
	{ actorId, now }: { actorId: string; now: number },
): Promise<void> {
	await tx
		.update(pixelPrices)
		.set({ pence: to, version: sql`${pixelPrices.version} + 1`, updatedAt: now })
		.where(eq(pixelPrices.type, type))
	await audit(tx, {
		at: now,
		actorId,
		action: 'price.change',
		subjectType: 'setting',
		subjectId: 'prices',
		detail: { type, from, to },
	})
}
