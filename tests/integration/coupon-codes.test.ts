import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyCoupon } from '~/domain/orders/checkout/coupon.server'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { db } from '../../app/server/db/db.server'
import { coupons } from '../../app/server/db/schema.server'
import { makeCoupon, makeUser } from '../support/factories'
import { startServer } from '../support/server'

/** A coupon as the migration of the comparable codes left it: in capitals, as far as they are ASCII. */
async function makeMigrated(code: string, deletedAt: number | null = null): Promise<string> {
	const id = randomUUID()
	const codeNormal = code.replace(/[a-z]/g, letter => letter.toUpperCase())
	await makeCoupon({ id, code, codeNormal, deletedAt })
	return id
}

async function normalOf(id: string) {
	const [coupon] = await db.select().from(coupons).where(eq(coupons.id, id))
	return coupon?.codeNormal
}

test('a start puts right the codes that SQL could not compare, and names those that two coupons share', async () => {
	const migrated = {
		summer: await makeMigrated('été 24'),
		street: await makeMigrated('Straße'),
		ligature: await makeMigrated('ﬁne'),
		plain: await makeMigrated('Spring'),
		invisible: await makeMigrated('AUT\u200bUMN'),
	}
	const deleted = [await makeMigrated('zoë', 1), await makeMigrated('Zoë', 2)]
	const [first, second] = [await makeMigrated('ÆØÅ'), await makeMigrated('æøå')]
	const buyer = await makeUser()
	const opened = await openCheckout(buyer.id, [300], Date.now())
	if (!opened.ok) throw new Error(opened.message)
	const apply = (code: string) => applyCoupon(opened.orderId, buyer.id, code, Date.now())
	expect(await apply('Été 24')).toMatchObject({ message: 'Coupon not found' })

	const server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '' })
	await server.stop()

	expect(await normalOf(migrated.summer)).toBe('ÉTÉ 24')
	expect(await normalOf(migrated.street)).toBe('STRASSE')
	expect(await normalOf(migrated.ligature)).toBe('FINE')
	expect(await normalOf(migrated.plain)).toBe('SPRING')
	expect(await normalOf(migrated.invisible)).toBe('AUTUMN')
	for (const id of deleted) expect(await normalOf(id)).toBe('ZOË')
	expect(await normalOf(first)).toBe('ÆØÅ')
	expect(await normalOf(second)).toBe('æøå')
	expect(server.output()).toContain('"codes":["æøå"]')
	for (const typed of ['Été 24', 'été 24', 'STRASSE', 'FINE', 'autumn'])
		expect(await apply(typed)).toEqual({ ok: true })
})
