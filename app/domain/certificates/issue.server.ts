import { randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '~/server/db/db.server'
import { accounts, certificates, orders, receipts } from '~/server/db/schema.server'
import { CODE_BASE, CODE_LENGTH, formatCode } from './code'

/** The cause of a certificate: an approved order, or an accepted permanent transfer. */
export type Cause = { orderId: string } | { transferId: string }

/**
 * Issues a certificate in the transaction that changes the owner. It carries the name that the buyer gave with the
 * payment, or else the account's. `now`: UTC ms.
 * @returns its code.
 */
export async function issueCertificate(tx: Tx, cause: Cause, accountId: string, now: number) {
	const digits = Array.from({ length: CODE_LENGTH }, () => randomInt(CODE_BASE))
	const code = formatCode(digits)
	const holder = await readHolderName(tx, cause, accountId)
	await tx.insert(certificates).values({ code, ...cause, accountId, holder, issuedAt: now })
	return code
}

async function readHolderName(tx: Tx, cause: Cause, accountId: string): Promise<string> {
	const ordered =
		'orderId' in cause
			? tx.select({ name: orders.name }).from(orders).where(eq(orders.id, cause.orderId))
			: []
	const [[order], [account]] = await Promise.all([
		ordered,
		tx.select({ name: accounts.fullName }).from(accounts).where(eq(accounts.id, accountId)),
	])
	if (order?.name) return order.name
	if (!account) throw new Error('A certificate needs an account')
	return account.name
}

/**
 * Gives the receipt of an approved order the next number. There are no gaps, because an approval that is rolled back
 * takes its number along.
 */
export async function issueReceipt(tx: Tx, orderId: string, now: number): Promise<void> {
	await tx.run(sql`insert into ${receipts} (number, order_id, issued_at)
		select coalesce(max(number), 0) + 1, ${orderId}, ${now} from ${receipts}`)
}
