import { eq, inArray } from 'drizzle-orm'
import type { CellType } from '~/domain/grid/layout'
import { FALLBACK_PRICES } from '~/domain/grid/rules'
import { db, type Readable } from '~/server/db/db.server'
import { pixelPrices, settings } from '~/server/db/schema.server'
import { log } from '~/server/ops/log.server'
import { SETTINGS, type SettingKey, type SettingValue } from './schema'

/** The value of a setting; its default while nobody changed it. */
export async function getSetting<K extends SettingKey>(
	key: K,
	from: Readable = db,
): Promise<SettingValue<K>> {
	const [row] = await from.select().from(settings).where(eq(settings.key, key))
	return SETTINGS[key].parse(row?.value) as SettingValue<K>
}

/**
 * Settings for a form that changes them, and a number that grows with every change of one of them; 0 before the first.
 * What is not stored has its default.
 */
export async function readSettings<K extends SettingKey>(
	keys: readonly K[],
	from: Readable = db,
): Promise<Stored<K>> {
	return settingsIn(await selectSettings(keys, from), keys)
}

/** {@link readSettings} of several forms at once. One query. */
export async function readSettingsOf<Forms extends Record<string, readonly SettingKey[]>>(
	forms: Forms,
): Promise<{ [Name in keyof Forms]: Stored<Forms[Name][number]> }> {
	const rows = await selectSettings(Object.values(forms).flat())
	const read = Object.entries(forms).map(([name, keys]) => [name, settingsIn(rows, keys)])
	return Object.fromEntries(read)
}

type Stored<K extends SettingKey> = { values: { [Key in K]: SettingValue<Key> }; version: number }

function settingsIn<K extends SettingKey>(
	rows: (typeof settings.$inferSelect)[],
	keys: readonly K[],
): Stored<K> {
	const own = rows.filter(row => keys.some(key => key === row.key))
	const stored = new Map<string, unknown>(own.map(row => [row.key, row.value]))
	const values = Object.fromEntries(keys.map(key => [key, SETTINGS[key].parse(stored.get(key))]))
	return {
		values: values as { [Key in K]: SettingValue<Key> },
		version: Math.max(0, ...own.map(row => row.updatedAt)),
	}
}

function selectSettings(keys: readonly SettingKey[], from: Readable = db) {
	return from.select().from(settings).where(inArray(settings.key, keys))
}

/** The price of one cell of each type, in pence. */
export async function getPrices(from: Readable = db): Promise<Record<CellType, number>> {
	const rows = await from.select().from(pixelPrices)
	const prices = Object.fromEntries(rows.map(row => [row.type, row.pence]))
	const { large, medium, small, tiny } = prices
	if (large === undefined || medium === undefined || small === undefined || tiny === undefined) {
		throw new Error('A pixel price is missing')
	}
	return { large, medium, small, tiny }
}

/**
 * The prices for a page that stands even when they cannot be read: then the fallback
 * prices. In pence.
 */
export async function getPricesOrFallback(): Promise<Readonly<Record<CellType, number>>> {
	try {
		return await getPrices()
	} catch (error) {
		log.error({ err: error }, 'the prices cannot be read')
		return FALLBACK_PRICES
	}
}
