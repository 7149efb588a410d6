import type { Page } from '@playwright/test'
import { redPdf } from '../support/images'
import { expect, test } from '../support/journey'

// With JavaScript disabled Chromium's PDF viewer, itself a page with scripts, shows no PDFs.
test('"View PDF" opens the receipt in a browser that has a viewer', async ({
	page,
	context,
	readColours,
	make,
	signIn,
}) => {
	const buyer = await make.makeUser()
	await signIn(buyer)
	const { acceptReceipt, insertFile } = await import('~/domain/files/commands.server')
	const { write } = await import('~/server/db/db.server')
	const file = new File([new Uint8Array(redPdf())], 'transfer.bat')
	const receipt = await acceptReceipt(file, buyer.id, Date.now())
	if (!receipt.ok) throw new Error(receipt.message)
	await write(tx => insertFile(tx, receipt))
	const { id } = await make.makeOrder(buyer.id, [200], { status: 'pending', paymentReceiptKey: receipt.key })

	await page.goto(`/user/history/${id}`)
	await expect(page.getByText('transfer.pdf')).toBeVisible()
	const canView = await page.evaluate(() => navigator.pdfViewerEnabled)
	const opening = context.waitForEvent('page')
	// The viewer opens in the new tab, or in the page that opened it.
	const downloading = canView
		? undefined
		: new Promise<string>(resolve => {
				const watch = (opened: Page) =>
					opened.on('download', download => resolve(download.suggestedFilename()))
				watch(page)
				context.on('page', watch)
			})
	await page.getByRole('link', { name: /^View PDF/ }).click()
	const tab = await opening
	if (downloading) {
		expect(await downloading).toBe('transfer.pdf')
		return
	}
	// No screenshot is possible while the viewer replaces the empty tab.
	const red = async () => (await readColours(await tab.screenshot())).all.filter(colour => colour === 'red')
	await expect
		.poll(() =>
			red().then(
				places => places.length,
				() => 0,
			),
		)
		.toBeGreaterThan(500)
})
