import { expect, test } from '../support/journey'

/* Alerts for members, and the owner's name, on the page of a block. */

const LOT = 111 + (12 - 8) * 40 + 7
const PASSWORD = 'correct horse battery'

test('a guest requests an email when pixels become free, and cancels it in the settings', async ({
	page,
	make,
}) => {
	await make.ownCells((await make.makeUser()).id, [LOT])
	const member = await make.makeUser({ password: PASSWORD })
	await page.goto(`/pixels/${LOT}`)
	await page.getByRole('link', { name: 'Tell me if it is offered again' }).click()
	await page.getByLabel('Email').fill(member.email)
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
	await page.getByRole('button', { name: 'Log In' }).click()
	await expect(page).toHaveURL(`/pixels/${LOT}`)
	await page.getByRole('button', { name: 'Tell me if it is offered again' }).click()
	await expect(page.getByText('We will email you when it is free.').first()).toBeVisible()
	await expect(page.getByRole('button', { name: 'Do not email me' })).toBeVisible()

	await page.goto('/user/setting')
	await page.getByRole('button', { name: 'Remove: Lot 12·7' }).click()
	await expect(page.getByRole('button', { name: 'Remove: Lot 12·7' })).toHaveCount(0)
	await page.goto(`/pixels/${LOT}`)
	await expect(page.getByRole('button', { name: 'Tell me if it is offered again' })).toBeVisible()
})

test('an owner opens the management from the block’s page, and shows their name there', async ({
	page,
	make,
	signIn,
	otherPage,
	server,
}) => {
	const { storeImage } = await import('../support/stored-images')
	const owner = await make.makeUser({ fullName: 'Ada Lovelace' })
	const imageKey = await storeImage('#c01818')
	await make.ownCells(owner.id, [LOT], { description: 'A shop', link: 'https://shop.example/', imageKey })
	const guest = await otherPage()
	await signIn(owner)
	await page.goto('/user/setting')
	const box = page.getByRole('checkbox', { name: 'Show my name as the owner on the pages of my pixels' })
	await box.check()
	await page.locator('form', { has: box }).getByRole('button', { name: 'Save' }).click()
	await expect(box).toBeChecked()
	await guest.goto(`${server.url}/pixels/${LOT}`)
	await expect(guest.getByText('Ada Lovelace')).toBeVisible()
	await expect(guest.getByText('Yours.')).toHaveCount(0)
	await page.goto(`/pixels/${LOT}`)
	await expect(page.getByText('Yours.')).toBeVisible()
	await page.getByRole('link', { name: 'Manage' }).click()
	await expect(page).toHaveURL(`/user/profile?cell=${LOT}`)
	await page.goto('/user/setting')
	await box.uncheck()
	await page.locator('form', { has: box }).getByRole('button', { name: 'Save' }).click()
	await expect(box).not.toBeChecked()
	await guest.reload()
	await expect(guest.getByText('Private owner')).toBeVisible()
})
