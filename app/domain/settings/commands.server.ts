import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { type AccountSession, runWithPassword } from '~/domain/accounts/profile/password.commands.server'
import { listAdministrators } from '~/domain/accounts/queries.server'
import type { Caller } from '~/domain/accounts/sign-in/limits.server'
import type { Actor } from '~/domain/actor'
import { setBrand } from '~/domain/brand'
import { bankDetailsChangedEmail, limitRaisedEmail } from '~/domain/mail/operator-emails'
import { type Refusal, refusal } from '~/domain/refusal'
import { audit } from '~/server/db/audit.server'
import { afterCommit, type Tx, write } from '~/server/db/db.server'
import { settings } from '~/server/db/schema.server'
import { enqueueEmail } from '~/server/mail/outbox.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { clearMaintenanceCache } from '~/server/ops/maintenance-mode.server'
import { bankLines } from './bank-lines'
import { readSettings } from './queries.server'
import { SETTINGS, type SettingKey, type SettingValue } from './schema'

/**
 * The author and time (UTC ms) of a change. `version`: from `readSettings` when the form was shown; without it nothing
 * is compared.
 */
type VersionedActor = Actor & { version?: number | undefined }

type Values = { [K in SettingKey]?: SettingValue<K> }

type SettingsResult = { ok: true } | Refusal<'changed'>

/**
 * Changes settings, all or none, and records it; one that already has the value is left alone.
 * @returns a refusal when somebody else has changed one of them since the version.
 * @throws ZodError when a value does not match its setting's schema.
 */
export async function changeSettings(values: Values, by: VersionedActor): Promise<SettingsResult> {
	return await write(tx => changeIn(tx, values, by))
}

/**
 * Closes the site to everybody except administrators. Requires the administrator's password unless the sign-in is
 * recent.
 */
export async function turnMaintenanceOn(actor: AccountSession, currentPassword: string, caller: Caller) {
	return await runWithPassword(actor, currentPassword, caller, tx =>
		changeIn(tx, { maintenance: true }, { actorId: actor.id, now: caller.now }),
	)
}

async function changeIn(tx: Tx, values: Values, by: VersionedActor): Promise<SettingsResult> {
	const changes = Object.entries(values).map(
		([key, value]) => [key as SettingKey, SETTINGS[key as SettingKey].parse(value)] as const,
	)
	const stored = await readSettings(
		changes.map(([key]) => key),
		tx,
	)
	const different = changes.filter(([key, value]) => !isDeepStrictEqual(stored.values[key], value))
	if (different.length === 0) return { ok: true }
	if (by.version !== undefined && stored.version !== by.version) return CHANGED
	for (const [key, value] of different) {
		await storeSetting(tx, key, value, by.now)
		await audit(tx, 'setting.change', { type: 'setting', id: key }, by, { value })
		if (key === 'secondAbovePence') await warnOfLimit(tx, stored.values.secondAbovePence, Number(value), by)
		if (key === 'bankDetails') await warnOfBankDetails(tx, SETTINGS.bankDetails.parse(value), by)
		if (key === 'maintenance') afterCommit(tx, clearMaintenanceCache)
		if (key === 'brand') afterCommit(tx, () => setBrand(SETTINGS.brand.parse(value)))
	}
	return { ok: true }
}

/* Emails the other administrators about a limit that was raised or removed (P53). Pence; 0: no limit. */
async function warnOfLimit(tx: Tx, from: number, to: number, { actorId, now }: Actor): Promise<void> {
	if (from === 0 || (to > 0 && to < from)) return
	const administrators = await listAdministrators(tx)
	const changedBy = findName(administrators, actorId)
	const facts = { changedBy, from, to, at: now, url: absoluteUrl('/admin/audit?kind=setting') }
	for (const { id, email, fullName } of administrators) {
		if (id !== actorId) await enqueueEmail(tx, email, limitRaisedEmail({ fullName, ...facts }), { now })
	}
}

/* Emails every administrator, because the change redirects the buyers' money: the author too, whose session may be
   somebody else's. */
async function warnOfBankDetails(
	tx: Tx,
	bank: SettingValue<'bankDetails'>,
	{ actorId, now }: Actor,
): Promise<void> {
	const administrators = await listAdministrators(tx)
	const changedBy = findName(administrators, actorId)
	const facts = { changedBy, lines: bankLines(bank), at: now, url: absoluteUrl('/admin/setting') }
	for (const { email, fullName } of administrators) {
		await enqueueEmail(tx, email, bankDetailsChangedEmail({ fullName, ...facts }), { now })
	}
}

const findName = (administrators: readonly { id: string; fullName: string }[], id: string) =>
	administrators.find(administrator => administrator.id === id)?.fullName ?? 'The operator'

/** The refusal for a form with settings that another administrator has changed. */
export const CHANGED = refusal(
	'changed',
	'Somebody else has changed these settings in the meantime. Please check them and save yours again.',
)

/** Stores a setting under a new version. `now`: UTC ms. The caller writes the audit entry. */
export async function storeSetting(tx: Tx, key: SettingKey, value: unknown, now: number): Promise<void> {
	const later = sql`max(${now}, ${settings.updatedAt} + 1)`
	await tx
		.insert(settings)
		.values({ key, value, updatedAt: now })
		.onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: later } })
}
