import { expect, test, waitForScripts } from '../support/journey'

/* The grid is empty, so the only image on it is the buyer's own, which is pending review. */
test('the first buyer of an installation can use scripts on every page with the grid', async ({
	page,
	make,
	signIn,
}) => {
	const { storeImage } = await import('../support/stored-images')
	const buyer = await make.makeUser()
	const shown = { description: 'The first image', link: 'https://first.example/' }
	await make.ownCells(
		buyer.id,
		[1],
		{ ...shown, imageKey: await storeImage('#c01818', 60, 60, buyer.id) },
		'pending',
	)
	await signIn(buyer)
	for (const path of ['/user/dashboard', '/user/profile', '/user/pixels/buy', '/user/pixels/sell', '/']) {
		await page.goto(path)
		await expect(page.locator('svg.pixel-picture')).toHaveCount(path === '/' ? 0 : 1)
		await expect(page.locator('img.pixel-picture')).toHaveCount(0)
		await waitForScripts(page)
	}
})

test('the scripts start in a browser without image.decode()', async ({ page, make }) => {
	const { storeImage } = await import('../support/stored-images')
	await make.ownCells((await make.makeUser()).id, [112], {
		description: 'A shop',
		link: 'https://shop.example',
		imageKey: await storeImage('#c01818'),
	})
	await page.addInitScript(() => Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'))
	await page.goto('/')
	await expect(page.locator('img.pixel-picture')).toHaveCount(1)
	await waitForScripts(page)
})
