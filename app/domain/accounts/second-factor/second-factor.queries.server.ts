import { eq } from 'drizzle-orm'
import { brand } from '~/domain/brand'
import { authenticatorLink, type QrCode, qrCode } from '~/server/auth/authenticator.server'
import { unseal } from '~/server/auth/secret-box.server'
import { db } from '~/server/db/db.server'
import { secondFactors } from '~/server/db/schema.server'
import { countRecoveryCodes, keyPlace } from './second-factor.server'
import { SETUP_SECONDS } from './second-factor-rules'

/**
 * The second factor of an account as its owner sees it: off, shown and waiting for its first code, or on since a time
 * (UTC ms).
 */
export type SecondFactorView =
	| { state: 'off' }
	| { state: 'setup'; key: string; link: string; qr: QrCode }
	| { state: 'on'; since: number; codesLeft: number }

/** How the second factor of an account stands at `now`. */
export async function readSecondFactor(
	{ id, email }: { id: string; email: string },
	now: number,
): Promise<SecondFactorView> {
	const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.accountId, id))
	if (!factor) return { state: 'off' }
	if (factor.confirmedAt !== null) {
		return { state: 'on', since: factor.confirmedAt, codesLeft: await countRecoveryCodes(db, id) }
	}
	const key = unseal(factor.secret, keyPlace(id))
	if (!key || factor.createdAt <= now - SETUP_SECONDS * 1000) return { state: 'off' }
	const link = authenticatorLink(key, { issuer: brand.name, label: email })
	return { state: 'setup', key, link, qr: qrCode(link) }
}
