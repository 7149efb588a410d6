import type { Actor } from '~/domain/actor'
import { type Refusal, refusal } from '~/domain/refusal'
import { CHANGED, storeSetting } from '~/domain/settings/commands.server'
import { readSettings } from '~/domain/settings/queries.server'
import type { SettingValue } from '~/domain/settings/schema'
import { seal, unseal } from '~/server/auth/secret-box.server'
import { audit } from '~/server/db/audit.server'
import { write } from '~/server/db/db.server'
import { type GatewayInput, KEYS_MISSING } from './schema'

/* Keys of payment providers (P22): stored only in the database, encrypted. Card payments are off. */

type Gateway = SettingValue<'gateway'>
type Key = 'accessKey' | 'publishKey' | 'wiseApiKey'

const FIELDS = {
	accessKey: 'access_key',
	publishKey: 'publish_key',
	wiseApiKey: 'wise_api_key',
	wiseProfileId: 'wise_profile_id',
	wiseEnvironment: 'wise_environment',
} as const
const KEYS: readonly Key[] = ['accessKey', 'publishKey', 'wiseApiKey']

/* The last characters of a shorter key would reveal too much of it. */
const MASKED_FROM = 12

const getSealContext = (key: Key) => `gateway:${key}`

/** A stored key as displayed: its last four characters; `unreadable` without the secret that encrypted it. */
export type ShownKey = { end: string } | 'unreadable' | null

/** Reads the displayable parts of the stored keys, and the version for a form that changes them. */
export async function readGateway() {
	const { values, version } = await readSettings(['gateway'])
	const stored = values.gateway
	const toShownKey = (key: Key): ShownKey => {
		const sealed = stored[key]
		if (sealed === null) return null
		const open = unseal(sealed, getSealContext(key))
		return open === undefined ? 'unreadable' : { end: open.length < MASKED_FROM ? '' : open.slice(-4) }
	}
	const keys = {
		accessKey: toShownKey('accessKey'),
		publishKey: toShownKey('publishKey'),
		wiseApiKey: toShownKey('wiseApiKey'),
	}
	const { wiseProfileId, wiseEnvironment } = stored
	return { ...keys, wiseProfileId, wiseEnvironment, version }
}

/**
 * Stores the input; an empty key keeps the stored one. The audit entry names the changed fields, never a value. `now`:
 * UTC ms. `version`: from `readGateway` when the form was shown; without it nothing is compared.
 */
export async function changeGateway(
	input: GatewayInput,
	{ actorId, now, version }: Actor & { version?: number | undefined },
): Promise<{ ok: true } | Refusal<'keys-missing' | 'changed'>> {
	return await write(async tx => {
		const { values, version: current } = await readSettings(['gateway'], tx)
		const stored = values.gateway
		const next: Gateway = {
			...stored,
			wiseProfileId: input.wise_profile_id,
			wiseEnvironment: input.wise_environment,
		}
		for (const key of KEYS) {
			const typed = input[FIELDS[key]]
			if (typed) next[key] = seal(typed, getSealContext(key))
		}
		if (!next.accessKey || !next.publishKey) {
			return refusal('keys-missing', KEYS_MISSING, next.accessKey ? FIELDS.publishKey : FIELDS.accessKey)
		}
		const changed = (Object.keys(FIELDS) as (keyof Gateway)[]).filter(name => next[name] !== stored[name])
		if (changed.length === 0) return { ok: true }
		if (version !== undefined && version !== current) return CHANGED
		await storeSetting(tx, 'gateway', next, now)
		const detail = { changed: changed.map(name => FIELDS[name]) }
		await audit(tx, 'gateway.change', { type: 'setting', id: 'gateway' }, { actorId, now }, detail)
		return { ok: true }
	})
}
