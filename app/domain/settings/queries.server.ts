import { eq, inArray } from 'drizzle-orm'
import type { CellType } from '~/domain/grid/layout'
import { FALLBACK_PRICES } from '~/domain/grid/rules'
import { db, type Readable } from '~/server/db/db.server'
import { pixelPrices, settings } from '~/server/db/schema.server'
import { log } from '~/server/ops/log.server'
import { SETTINGS, type SettingKey, type SettingValue } from './schema'

/** Reads the value of a setting, or its default. */
export async function getSetting<K extends SettingKey>(key: K, from: Readable = db) {
	const [row] = await from.select().from(settings).where(eq(settings.key, key))
	return SETTINGS[key].parse(row?.value) as SettingValue<K>
}

/**
 * Reads settings for a form that changes them, and a version that grows with every change of one of them; 0 before the
 * first. Settings that are not stored have their default.
 */
export async function readSettings<K extends SettingKey>(keys: readonly K[], from: Readable = db) {
	const rows = await from.select().from(settings).where(inArray(settings.key, keys))
	const stored = new Map<string, unknown>(rows.map(row => [row.key, row.value]))
	const values = Object.fromEntries(keys.map(key => [key, SETTINGS[key].parse(stored.get(key))]))
	return {
		values: values as { [Key in K]: SettingValue<Key> },
		version: Math.max(0, ...rows.map(row => row.updatedAt)),
	}
}

/** Reads the price of one cell of each type, in pence. */
export async function getPrices(from: Readable = db): Promise<Record<CellType, number>> {
	const rows = await from.select().from(pixelPrices)
	const prices = Object.fromEntries(rows.map(row => [row.type, row.pence]))
	const { large, medium, small, tiny } = prices
	if (large === undefined || medium === undefined || small === undefined || tiny === undefined) {
		throw new Error('A pixel price is missing')
	}
	return { large, medium, small, tiny }
}

/** Reads the prices in pence, or the fallback prices for a page that must work even when they cannot be read. */
export async function getPricesOrFallback(): Promise<Readonly<Record<CellType, number>>> {
	try {
		return await getPrices()
	} catch (error) {
		log.error({ err: error }, 'the prices cannot be read')
		return FALLBACK_PRICES
	}
}
