import { audit } from '~/server/audit.server'
import { afterCommit, type Tx, write } from '~/server/db.server'
import { forgetMaintenance } from '~/server/maintenance.server'
import { settings } from '~/server/schema.server'
import { SETTINGS, type SettingKey, type SettingValue } from './schema'

/** Who changes a setting, and when (UTC ms). */
type By = { actorId: string; now: number }

/** Changes settings, all or none, on record. @throws ZodError when a value has not its setting's shape. */
export async function changeSettings(values: { [K in SettingKey]?: SettingValue<K> }, by: By): Promise<void> {
	const changes = Object.entries(values).map(
		([key, value]) => [key, SETTINGS[key as SettingKey].parse(value)] as const,
	)
	await write(async tx => {
		for (const [key, value] of changes) await change(tx, key, value, by)
	})
}

async function change(tx: Tx, key: string, value: unknown, by: By): Promise<void> {
	await tx
		.insert(settings)
		.values({ key, value, updatedAt: by.now })
		.onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: by.now } })
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
