import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { type Brand, wear } from '~/domain/brand'
import { audit } from '~/server/audit.server'
import { afterCommit, db, type Readable, write } from '~/server/db.server'
import { log } from '~/server/log.server'
import { settings } from '~/server/schema.server'
import { SETTINGS } from './schema'

/* Another process may have changed the brand. */
const LOOK_MS = 5_000

/** The brand as it is stored, and the number that changes with it: the moment of its change (UTC ms), 0 before the first. */
export async function readBrand(from: Readable = db): Promise<{ brand: Brand; version: number }> {
	const [row] = await from.select().from(settings).where(eq(settings.key, 'brand'))
	return { brand: SETTINGS.brand.parse(row?.value), version: row?.updatedAt ?? 0 }
}

export type BrandResult = { ok: true } | { ok: false; code: 'changed-meanwhile'; message: string }

/** Stores what was typed, on record, unless somebody else has changed the brand since `version`. `now`: UTC ms. */
export async function changeBrand(
	brand: Brand,
	{ version, actorId, now }: { version: number; actorId: string; now: number },
): Promise<BrandResult> {
	return await write(async tx => {
		const stored = await readBrand(tx)
		if (isDeepStrictEqual(stored.brand, brand)) return { ok: true }
		if (stored.version !== version) {
			const message = 'Somebody else has changed the brand meanwhile. Please look at it and save yours again.'
			return { ok: false, code: 'changed-meanwhile', message }
		}
		const values = { value: brand, updatedAt: Math.max(now, stored.version + 1) }
		await tx
			.insert(settings)
			.values({ key: 'brand', ...values })
			.onConflictDoUpdate({ target: settings.key, set: values })
		const subject = { subjectType: 'setting', subjectId: 'brand' } as const
		await audit(tx, { at: now, actorId, action: 'setting.change', ...subject, detail: { value: brand } })
		afterCommit(() => wear(brand))
		return { ok: true }
	})
}

/**
 * Wears the stored brand, and looks every few seconds whether another process has changed it.
 * @returns what to call when the process is to end.
 */
export async function startBrand(): Promise<() => void> {
	let worn = 0
	const look = async () => {
		const { brand, version } = await readBrand()
		if (version !== worn) wear(brand)
		worn = version
	}
	await look()
	const looking = setInterval(() => {
		look().catch(error => log.error({ err: error }, 'the brand cannot be read'))
	}, LOOK_MS).unref()
	return () => clearInterval(looking)
}
