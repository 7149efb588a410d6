import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '~/domain/time'
import { type Tx, write } from '~/server/db/db.server'
import { spentPaymentTokens } from '~/server/db/schema.server'
import { env } from '~/server/ops/env.server'

const LIFETIME_MS = DAY_MS

const sign = (body: string, secret: string) =>
	createHmac('sha256', secret).update(`payment-token:${body}`).digest('base64url')

/** A token for the return from a payment of one order: signed, for one use within a day of `now` (UTC ms). */
export function issuePaymentToken(orderId: string, now: number): string {
	const content = [orderId, randomBytes(12).toString('base64url'), now + LIFETIME_MS]
	const body = Buffer.from(JSON.stringify(content)).toString('base64url')
	return `${body}.${sign(body, env.sessionSecrets[0] ?? '')}`
}

/** The order that a token was issued for, the first time it is shown; undefined for forged, run-out and used ones. */
export async function spendPaymentToken(token: string, now: number): Promise<string | undefined> {
	const known = readToken(token)
	if (!known || known.expiresAt <= now) return undefined
	const isFirst = await write(tx => markSpent(tx, known.id, now))
	return isFirst ? known.orderId : undefined
}

function readToken(token: string): { orderId: string; id: string; expiresAt: number } | undefined {
	const [body = '', signature = '', ...rest] = token.split('.')
	if (rest.length > 0 || !env.sessionSecrets.some(secret => isEqual(signature, sign(body, secret))))
		return undefined
	// The signature guarantees the shape.
	const [orderId, id, expiresAt] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
		string,
		string,
		number,
	]
	return { orderId, id, expiresAt }
}

function isEqual(a: string, b: string): boolean {
	return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

async function markSpent(tx: Tx, id: string, now: number): Promise<boolean> {
	const rows = await tx
		.insert(spentPaymentTokens)
		.values({ id, spentAt: now })
		.onConflictDoNothing()
		.returning({ id: spentPaymentTokens.id })
	return rows.length === 1
}
