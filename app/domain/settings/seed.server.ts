import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { countAdministrators } from '~/domain/accounts/queries.server'
import { CELLS } from '~/domain/grid/layout'
import { reserveCells } from '~/domain/ownership/house.server'
import { write } from '~/server/db/db.server'
import { accounts, pixelPrices } from '~/server/db/schema.server'
import { env } from '~/server/ops/env.server'

const PRICES = { large: 10_000_000_00, medium: 1_000_000_00, small: 500_000_00, tiny: 100_000_00 } as const

/* Reserved by the house, so that 1,111 are for sale, as the texts say (P4). */
const LAST_ROW = CELLS.filter(cell => cell.row === CELLS.at(-1)?.row).map(cell => cell.id)

/**
 * Writes the rows that the product requires, and the first administrator; existing rows are left alone. In an empty
 * database the house reserves the last row. A member who has the administrator's address stays a member, because
 * anybody may have opened that account.
 * @returns a message for the operator, if any.
 */
export async function seed(now: number): Promise<string | undefined> {
	const { email, password } = env.firstAdmin
	const passwordHash =
		(await countAdministrators()) === 0 && email && password ? await hash(password) : undefined
	return await write(async tx => {
		const prices = Object.entries(PRICES) as [keyof typeof PRICES, number][]
		const { rowsAffected: priced } = await tx
			.insert(pixelPrices)
			.values(prices.map(([type, pence]) => ({ type, pence, updatedAt: now })))
			.onConflictDoNothing()
		if (priced === prices.length) await reserveCells(tx, LAST_ROW, { actorId: null, now })
		// Checked again: another process may have created one while the password was hashed.
		if ((await countAdministrators(tx)) > 0) return undefined
		if (!passwordHash || !email) return 'There is no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD.'
		const { rowsAffected: made } = await tx
			.insert(accounts)
			.values({
				id: randomUUID(),
				email: email.toLowerCase(),
				fullName: 'Administrator',
				passwordHash,
				role: 'admin',
				createdAt: now,
			})
			.onConflictDoNothing()
		if (made > 0) return undefined
		return 'There is no administrator: ADMIN_EMAIL is the address of a member, who stays one. Set another address and start again.'
	})
}
