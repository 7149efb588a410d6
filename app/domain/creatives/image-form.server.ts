import { eq } from 'drizzle-orm'
import type { FormImage } from '~/domain/files/form-image.server'
import { fileUrl } from '~/domain/files/rules'
import { readGrid, statesFor } from '~/domain/grid/queries.server'
import type { Viewer } from '~/domain/grid/rules'
import { cropSurroundings } from '~/domain/grid/surroundings'
import { db } from '~/server/db/db.server'
import { files } from '~/server/db/schema.server'
import type { Picture } from './framing'
import { shownFraming } from './schema'

/** The image of a form: its source, its framing, and its surroundings on the grid. */
export type ImageForm = Awaited<ReturnType<typeof readImageForm>>

/** The smallest section of the grid shown, in units of one tiny cell. */
const VIEW = { w: 10, h: 8 } as const

/**
 * Reads the image of a form: the one stored for it, or else the saved one. `values`: the input, even if invalid.
 * `cells`: of the block; empty for a photo.
 */
export async function readImageForm(
	about: { imageKey: string | null; cells: readonly number[]; viewer: Viewer; now: number },
	form: { held?: FormImage | undefined; values?: Record<string, unknown> } = {},
) {
	const { imageKey, cells, viewer, now } = about
	const { held, values = {} } = form
	const [grid, picture] = await Promise.all([
		cells.length > 0 ? readGrid(now) : null,
		readPicture(imageKey, held),
	])
	return {
		/** An image stored for the form, which need not be sent again. */
		held: held ? { key: held.key, name: held.name } : null,
		picture,
		...shownFraming(values),
		around: grid && cropSurroundings(cells, { states: statesFor(grid, viewer), blocks: grid.blocks }, VIEW),
	}
}

async function readPicture(imageKey: string | null, held: FormImage | undefined): Promise<Picture | null> {
	if (held) return { src: fileUrl(held.key), width: held.width, height: held.height }
	if (imageKey === null) return null
	const [file] = await db.select().from(files).where(eq(files.key, imageKey))
	return { src: fileUrl(imageKey), width: file?.width ?? 0, height: file?.height ?? 0 }
}
