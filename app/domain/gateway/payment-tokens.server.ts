import { randomBytes } from 'node:crypto'
import { DAY_MS } from '~/domain/time'
import { seal, unseal } from '~/server/auth/secret-box.server'
import { write } from '~/server/db/db.server'
import { spentPaymentTokens } from '~/server/db/schema.server'

const LIFETIME_MS = DAY_MS
const SEAL_CONTEXT = 'payment-token'

type Token = { orderId: string; id: string; expiresAt: number }

/**
 * Creates a token for the return from the payment of one order: encrypted, for one use within a day of `now` (UTC ms).
 */
export function issuePaymentToken(orderId: string, now: number): string {
	const id = randomBytes(12).toString('base64url')
	const token: Token = { orderId, id, expiresAt: now + LIFETIME_MS }
	return seal(JSON.stringify(token), SEAL_CONTEXT)
}

/** Returns the order of a token the first time it is used; undefined for forged, expired and used tokens. */
export async function consumePaymentToken(token: string, now: number): Promise<string | undefined> {
	const opened = unseal(token, SEAL_CONTEXT)
	if (opened === undefined) return undefined
	const { orderId, id, expiresAt }: Token = JSON.parse(opened)
	if (expiresAt <= now) return undefined
	const spent = await write(tx =>
		tx.insert(spentPaymentTokens).values({ id, spentAt: now }).onConflictDoNothing().returning(),
	)
	return spent.length === 1 ? orderId : undefined
}
