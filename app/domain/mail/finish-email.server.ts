import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { drawPlaceImage } from '~/domain/grid/picture/place-image.server'
import { parseIdRanges } from '~/domain/grid/selection/ranges'
import { db } from '~/server/db/db.server'
import { accounts } from '~/server/db/schema.server'
import type { OutgoingEmail } from '~/server/mail/mail.server'
import { log } from '~/server/ops/log.server'
import { PLACE_IMAGE, styleEmail } from './style-email'

const IMAGE = new RegExp(`<img src="cid:${PLACE_IMAGE}([\\d.-]+)"[^>]*>\\n?`)
/** Time limit for rendering the image; without it the email is sent as it is. */
const PATIENCE_MS = 20_000

/** Completes an email before delivery: adds the styles, and the image of the pixels it is about. */
export async function finishEmail(mail: OutgoingEmail): Promise<OutgoingEmail> {
	const html = styleEmail(mail.html)
	const [tag = '', ranges = ''] = IMAGE.exec(html) ?? []
	const cells = parseIdRanges(ranges)
	if (cells.length === 0) return { ...mail, html }
	const content = await Promise.race([
		drawFor(mail.to, cells, mail.id),
		pause(PATIENCE_MS, null, { ref: false }),
	])
	if (!content) return { ...mail, html: html.replace(tag, '') }
	const cid = `${mail.id}-place`
	return {
		...mail,
		html: html.replace(`cid:${PLACE_IMAGE}${ranges}`, `cid:${cid}`),
		images: [{ cid, filename: 'place.jpg', content }],
	}
}

async function drawFor(email: string, cells: readonly number[], id: string): Promise<Buffer | null> {
	try {
		const [account] = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email))
		return Buffer.from(await drawPlaceImage(cells, account?.id ?? '', Date.now()))
	} catch (error) {
		log.warn({ err: error, mail: id }, 'an email was sent without its image')
		return null
	}
}
