import { and, desc, eq, exists, inArray, sql } from 'drizzle-orm'
import { releaseFiles } from '~/domain/files/commands.server'
import { type FormImage, isFormImageOf, toFormImage } from '~/domain/files/form-image.server'
import { db, type Tx } from '~/server/db/db.server'
import { cellHolders, files, orders, placedImages } from '~/server/db/schema.server'

/* The image that a buyer placed on a selection before the purchase. It is stored with the checkout, visible only to the
   buyer, until the form of the block uses it. */

/** A stored image, and the form fields of its framing. */
export type PlacedImage = { key: string; framing: Record<string, string> }

const FRAMING = ['rotation', 'fit', 'position', 'zoom', 'position_x', 'position_y'] as const
/** Longer than any of their values. */
const FIELD_LENGTH = 40

/** Returns the form fields of an image's framing. */
export function framingFields(values: Record<string, unknown>): Record<string, string> {
	return Object.fromEntries(
		FRAMING.flatMap(name => {
			const value = values[name]
			return typeof value === 'string' && value.length <= FIELD_LENGTH ? [[name, value]] : []
		}),
	)
}

/** Stores an image with the account's open checkout, replacing those of its other unsubmitted checkouts. */
export async function placeImage(
	tx: Tx,
	{ orderId, accountId, now }: { orderId: string; accountId: string; now: number },
	{ key, framing }: PlacedImage,
): Promise<void> {
	const unsubmitted = tx
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.accountId, accountId), inArray(orders.status, ['open', 'abandoned'])))
	const before = await tx
		.delete(placedImages)
		.where(inArray(placedImages.orderId, unsubmitted))
		.returning({ key: placedImages.imageKey })
	const isOwn = and(eq(files.key, key), isFormImageOf(accountId))
	const [own] = await tx.select({ key: files.key }).from(files).where(isOwn)
	if (own) await tx.insert(placedImages).values({ orderId, imageKey: key, framing, createdAt: now })
	const replaced = before.filter(image => image.key !== key)
	await releaseFiles(
		tx,
		replaced.map(image => image.key),
	)
}

/**
 * Finds the newest image that the buyer placed on some of these cells and that came with the purchase, and its framing.
 */
export async function findPlacedImage(
	cells: readonly number[],
	accountId: string,
): Promise<{ held: FormImage; values: Record<string, string> } | undefined> {
	const broughtThem = db
		.select({ one: sql`1` })
		.from(cellHolders)
		.where(and(eq(cellHolders.orderId, orders.id), inArray(cellHolders.cell, [...cells])))
	const [placed] = await db
		.select({ file: files, values: placedImages.framing })
		.from(placedImages)
		.innerJoin(orders, eq(orders.id, placedImages.orderId))
		.innerJoin(files, eq(files.key, placedImages.imageKey))
		.where(
			and(
				eq(orders.accountId, accountId),
				inArray(orders.status, ['pending', 'approved']),
				exists(broughtThem),
			),
		)
		.orderBy(desc(placedImages.createdAt))
		.limit(1)
	if (!placed) return undefined
	const { values, file } = placed
	return { held: toFormImage(file), values }
}

/** Lists the cells of an account for which {@link findPlacedImage} finds an image. */
export async function listPlacedCells(accountId: string): Promise<number[]> {
	const rows = await db
		.selectDistinct({ cell: cellHolders.cell })
		.from(placedImages)
		.innerJoin(orders, eq(orders.id, placedImages.orderId))
		.innerJoin(cellHolders, eq(cellHolders.orderId, orders.id))
		.where(and(eq(orders.accountId, accountId), inArray(orders.status, ['pending', 'approved'])))
	return rows.map(({ cell }) => cell)
}

/** Deletes an account's placed images. */
export async function deletePlacedImages(tx: Tx, accountId: string): Promise<void> {
	const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId))
	const dropped = await tx
		.delete(placedImages)
		.where(inArray(placedImages.orderId, own))
		.returning({ key: placedImages.imageKey })
	await releaseFiles(
		tx,
		dropped.map(image => image.key),
	)
}
