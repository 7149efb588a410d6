import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { db, write } from '~/server/db.server'
import { env } from '~/server/env.server'
import { log } from '~/server/log.server'
import { accounts, pixelPrices } from '~/server/schema.server'

const PRICES = { large: 10_000_000_00, medium: 1_000_000_00, small: 500_000_00, tiny: 100_000_00 } as const

/** Writes the rows that the product cannot be without, and the first administrator; what exists is left alone. */
export async function seed(now: number): Promise<void> {
	const { email, password } = env.firstAdmin
	const [known] = await db
		.select({ id: accounts.id })
		.from(accounts)
		.where(eq(accounts.role, 'admin'))
		.limit(1)
	const passwordHash = !known && email && password ? await hash(password) : undefined
	await write(async tx => {
		const prices = Object.entries(PRICES) as [keyof typeof PRICES, number][]
		await tx
			.insert(pixelPrices)
			.values(prices.map(([type, pence]) => ({ type, pence, updatedAt: now })))
			.onConflictDoNothing()
		if (passwordHash && email) {
			await tx
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
		}
	})
	if (!known && !passwordHash) log.warn('There is no administrator: set ADMIN_EMAIL and ADMIN_PASSWORD.')
}
