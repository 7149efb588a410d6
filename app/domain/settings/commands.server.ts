import { audit } from '~/server/audit.server'
import { afterCommit, write } from '~/server/db.server'
import { forgetMaintenance } from '~/server/maintenance.server'
import { settings } from '~/server/schema.server'
import { SETTINGS, type SettingKey, type SettingValue } from './schema'

/** Changes one setting, on record. @throws ZodError when the value has not the setting's shape. */
export async function changeSetting<K extends SettingKey>(
	key: K,
	value: SettingValue<K>,
	by: { actorId: string; now: number },
): Promise<void> {
	const parsed = SETTINGS[key].parse(value)
	await write(async tx => {
		await tx
			.insert(settings)
			.values({ key, value: parsed, updatedAt: by.now })
			.onConflictDoUpdate({ target: settings.key, set: { value: parsed, updatedAt: by.now } })
		await audit(tx, {
			at: by.now,
			actorId: by.actorId,
			action: 'setting.change',
			subjectType: 'setting',
			subjectId: key,
			detail: { value: parsed },
		})
		if (key === 'maintenance') afterCommit(forgetMaintenance)
	})
}
