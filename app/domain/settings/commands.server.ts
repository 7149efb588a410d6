import { isDeepStrictEqual } from 'node:util'
import { inArray, max, sql } from 'drizzle-orm'
import { audit } from '~/server/audit.server'
import { afterCommit, db, type Readable, type Tx, write } from '~/server/db.server'
import { forgetMaintenance } from '~/server/maintenance.server'
import { settings } from '~/server/schema.server'
import { getSetting } from './queries.server'
import { SETTINGS, type SettingKey, type SettingValue } from './schema'

/** Who changes a setting, and when (UTC ms). `version`: what `settingsVersion` said when the form was drawn; without it nothing is compared. */
type By = { actorId: string; now: number; version?: number | undefined }

type Values = { [K in SettingKey]?: SettingValue<K> }

export type SettingsResult = { ok: true } | { ok: false; code: 'changed-meanwhile'; message: string }

/**
 * Changes settings, all or none, on record; one that has the value already is left alone. @returns a refusal when somebody else has changed
 * one of them since the version. @throws ZodError when a value has not its setting's shape.
 */
export async function changeSettings(values: Values, by: By): Promise<SettingsResult> {
	const changes = Object.entries(values).map(
		([key, value]) => [key as SettingKey, SETTINGS[key as SettingKey].parse(value)] as const,
	)
	return await write(async tx => {
		const keys = changes.map(([key]) => key)
		if (by.version !== undefined && (await settingsVersion(keys, tx)) !== by.version) return CHANGED
		for (const [key, value] of changes) {
			if (!isDeepStrictEqual(await getSetting(key, tx), value)) await change(tx, key, value, by)
		}
		return { ok: true }
	})
}

/** A number that grows with every change of one of these settings; 0 before the first. */
export async function settingsVersion(keys: readonly SettingKey[], from: Readable = db): Promise<number> {
	const [row] = await from
		.select({ version: max(settings.updatedAt) })
		.from(settings)
		.where(inArray(settings.key, [...keys]))
	return row?.version ?? 0
}

const CHANGED = {
	ok: false,
	code: 'changed-meanwhile',
	message: 'Somebody else has changed these settings meanwhile. Please look at them and save yours again.',
} as const

async function change(tx: Tx, key: string, value: unknown, by: By): Promise<void> {
	const later = sql`max(${by.now}, ${settings.updatedAt} + 1)`
	await tx
		.insert(settings)
		.values({ key, value, updatedAt: by.now })
		.onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: later } })
	await audit(tx, {
		at: by.now,
		actorId: by.actorId,
		action: 'setting.change',
		subjectType: 'setting',
		subjectId: key,
		detail: { value },
	})
	if (key === 'maintenance') afterCommit(forgetMaintenance)
}
