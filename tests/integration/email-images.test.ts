import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { cellAt } from '~/domain/grid/layout'
import { finishEmail } from '~/domain/mail/finish-email.server'
import { orderApprovedEmail } from '~/domain/mail/order-emails'
import { fileDelivery } from '~/server/mail/mail.server'
import { env } from '~/server/ops/env.server'
import { clearGrid, makeUser, ownCells } from '../support/factories'
import { readPixels, sharp } from '../support/pixels'
import { sampleOrder, samplePapers } from '../support/sample-emails'
import { storeImage } from '../support/stored-images'

/* Emails show their pixels with the surroundings. */

const id = (row: number, col: number) => cellAt(row, col)?.id ?? 0
const folder = path.join(env.dataDir, 'email-images')

beforeEach(async () => {
	await clearGrid()
	await rm(folder, { recursive: true, force: true })
})

function outgoing(to: string) {
	const cells = [25, 26].map(col => ({ type: 'tiny' as const, row: 18, col }))
	const mail = orderApprovedEmail({ ...sampleOrder('Ada'), cells }, samplePapers)
	return { replyTo: null, ...mail, id: '0c9f-11', to, writtenAt: Date.now() }
}

test('an email attaches the image of its pixels and shows it in the text', async () => {
	const reader = await makeUser()
	await ownCells(reader.id, [id(18, 25), id(18, 26)])
	const neighbour = {
		description: 'Red',
		link: 'https://red.example/',
		imageKey: await storeImage('#ff0000'),
	}
	await ownCells((await makeUser()).id, [id(18, 24)], neighbour)

	await fileDelivery(folder)(await finishEmail(outgoing(reader.email)))
	const [file = ''] = await readdir(folder)
	const mail = await PostalMime.parse(await readFile(path.join(folder, file)))
	const [image] = mail.attachments
	expect(mail.attachments).toHaveLength(1)
	expect(image).toMatchObject({ filename: 'place.jpg', mimeType: 'image/jpeg', contentId: '<0c9f-11-place>' })
	expect(mail.html).toContain('<img src="cid:0c9f-11-place" alt="The place among its neighbours"')

	const bytes = new Uint8Array(image?.content as ArrayBuffer)
	expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 784, height: 448 })
	// 14 by 8 cells of 56 pixels, from column 19 and row 15 on.
	const at = await readPixels(bytes)
	const middle = (col: number) => at((col - 19) * 56 + 14, 3 * 56 + 28)
	expect(middle(24).red).toBeGreaterThan(200)
	expect(middle(24).green).toBeLessThan(60)
	expect(middle(25)).toMatchObject({ red: expect.closeTo(0x1e, -1), blue: expect.closeTo(0x56, -1) })
	expect(middle(30)).toMatchObject({ red: expect.closeTo(0x26, -1), green: expect.closeTo(0x4a, -1) })
})

test('an email omits an image that cannot be rendered, and has none without pixels', async () => {
	const cells = [{ type: 'tiny' as const, row: 99, col: 1 }]
	const mail = orderApprovedEmail({ ...sampleOrder('Ada'), cells }, samplePapers)
	const bare = await finishEmail({ ...outgoing('ada@example.com'), html: mail.html })
	expect(bare.images).toBeUndefined()
	expect(bare.html).not.toContain('<img')
})
