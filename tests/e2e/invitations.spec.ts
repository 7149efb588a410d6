import type { Page } from '@playwright/test'
import {
	expect,
	expectAccessibleAtEveryWidth,
	expectAccessiblePage,
	expectFitsEveryWidth,
	test,
	WIDTHS,
	waitForScripts,
} from '../support/journey'

/* This file uses cells 900 to 919. */

const getBell = (page: Page) => page.getByRole('button', { name: 'Notifications' })
const getList = (page: Page) => page.locator('#bell')
const answer = (page: Page, name: 'Accept' | 'Reject') =>
	getList(page).getByRole('button', { name, exact: true })
const HEADLINE = 'You have received a new notification'

test('invitations are accepted and rejected from the bell @both', async ({ page, make, signIn, mails }) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
	await make.ownCells(ada.id, [900, 901, 902], { description: 'Ada’s', link: 'https://ada.example/' })
	await make.makeTransfer(ada.id, [900, 901], { recipientEmail: grace.email })
	await signIn(grace)
	await page.goto('/user/history')
	await expect(getBell(page)).toHaveAccessibleName('Notifications, 1 new')
	await getBell(page).click()
	await expect(getList(page)).toContainText(HEADLINE)
	await expect(getList(page)).toContainText('Ada Sender wants to send you 2 pixels.')
	await expectAccessibleAtEveryWidth(page)
	await answer(page, 'Accept').click()
	await expect(page).toHaveURL('/user/history')
	await expect(page.getByRole('status').filter({ hasText: 'Accepted!' })).toBeVisible()
	await getBell(page).click()
	await expect(getList(page)).toHaveText('No new notifications')
	await page.goto('/user/profile')
	await expect(page.getByRole('main')).toContainText('2 tiny pixels')
	await mails.waitForMail(ada.email, { subject: /has been accepted/ })
	await mails.waitForMail(grace.email, { subject: /are yours/ })

	await make.makeTransfer(ada.id, [902], { recipientEmail: grace.email })
	await page.goto('/user/history?page=1')
	await getBell(page).click()
	await expect(getList(page)).toContainText('Ada Sender wants to send you 1 pixel.')
	await answer(page, 'Reject').click()
	await expect(page).toHaveURL('/user/history?page=1')
	await expect(page.getByRole('status').filter({ hasText: 'Rejected!' })).toBeVisible()
	await mails.waitForMail(ada.email, { subject: /has been rejected/ })
})

test('an invitation to a loan says so', async ({ page, make, signIn }) => {
	const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
	await make.ownCells(ada.id, [908])
	const until = Date.now() + 86_400_000
	await make.makeTransfer(ada.id, [908], { recipientEmail: grace.email, until })
	await signIn(grace)
	await page.goto('/user/dashboard')
	const main = page.getByRole('main')
	await expect(main).toContainText('Ada Sender wants to lend you 1 pixel.')
	await getBell(page).click()
	await expect(getList(page)).toContainText('Ada Sender wants to send you 1 pixel.')
	await expect(getList(page)).toContainText(/a loan until/)
	await main.getByRole('link', { name: 'See the invitation' }).click()
	await expect(page.locator('dialog-page')).toContainText('Ada Sender wants to lend you 1 pixel.')
})

test('a decision that comes too late shows why', async ({ page, make, signIn }) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
	await make.ownCells(ada.id, [904])
	await make.makeTransfer(ada.id, [904], { recipientEmail: grace.email })
	await signIn(grace)
	await page.goto('/user/dashboard')
	await getBell(page).click()
	await make.clearGrid()
	await answer(page, 'Accept').click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error')
	const main = page.getByRole('main')
	await expect(main.getByRole('alert')).toContainText('Failed to update invitation status')
	await expect(main.getByRole('alert')).toContainText('none of them can be passed on')
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('link', { name: 'See the invitation' }).click()
	await main.getByRole('button', { name: 'Reject', exact: true }).click()
	await expect(page).toHaveURL('/user/dashboard')
	await expect(page.getByText('Rejected!')).toBeVisible()
})

test('an invitation has its own page for its recipient only', async ({
	page,
	make,
	signIn,
	otherPage,
	server,
}) => {
	await page.setViewportSize({ width: WIDTHS.phone, height: 812 })
	const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
	await make.ownCells(ada.id, [906, 907])
	const { id } = await make.makeTransfer(ada.id, [906, 907], { recipientEmail: grace.email })
	const eve = await otherPage()
	const { id: eveId } = await make.makeUser()
	await eve.context().addCookies([{ ...(await make.sessionCookie(eveId)), url: server.url }])
	expect((await eve.goto(`/user/invitations/${id}`))?.status()).toBe(404)
	await expect(eve.getByRole('main')).toContainText('There is no such invitation for you.')
	await expectFitsEveryWidth(eve)

	await signIn(grace)
	await page.goto('/user/history')
	await getBell(page).click()
	await getList(page).getByRole('link', { name: 'Details' }).click()
	const invitation = page.locator('dialog-page')
	await expect(invitation).toContainText('Ada Sender wants to send you 2 pixels.')
	await expect(invitation).toContainText(/row 27/i)
	await invitation.getByRole('link', { name: 'Close' }).click()
	await expect(page).toHaveURL('/user/history')
	await page.goto(`/user/invitations/${id}`)
	const main = page.getByRole('main')
	await expect(main).toContainText('Ada Sender wants to send you 2 pixels.')
	await expectAccessibleAtEveryWidth(page)
	await main.getByRole('button', { name: 'Accept', exact: true }).click()
	await expect(page).toHaveURL(`/user/invitations/${id}?returnTo=%2Fuser%2Fdashboard`)
	await expect(page.getByText('Accepted!')).toBeVisible()
	await expect(main).toContainText('You have accepted this invitation.')
	await expect(main.getByRole('link', { name: 'Upload your logo and link' })).toBeVisible()
	await expectFitsEveryWidth(page)
})

test('an invitation opened from a page leads back to it', async ({ page, make, signIn }) => {
	const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
	await make.ownCells(ada.id, [909, 911])
	await make.makeTransfer(ada.id, [909], { recipientEmail: grace.email })
	const late = await make.makeTransfer(ada.id, [911], { recipientEmail: grace.email })
	await signIn(grace)
	for (const path of ['/user/history', '/user/history/sold?page=1']) {
		await page.goto(path)
		await getBell(page).click()
		await getList(page).getByRole('link', { name: 'Details' }).first().click()
		await page.locator('dialog-page').getByRole('button', { name: 'Reject', exact: true }).click()
		await expect(page).toHaveURL(path)
		await expect(page.getByText('Rejected!')).toBeVisible()
	}
	await page.goto(`/user/invitations/${late.id}?returnTo=//evil.example/`)
	await expect(page.getByRole('main').getByRole('link', { name: 'Close' })).toHaveAttribute(
		'href',
		'/user/dashboard',
	)
})

test('an administrator accepts on behalf of the house', async ({ page, make, signIn }) => {
	const [ada, admin] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeAdmin()]
	await make.ownCells(ada.id, [908])
	await make.makeTransfer(ada.id, [908], { recipientEmail: admin.email })
	await signIn(admin)
	await page.goto('/admin/outbox?status=sent')
	await getBell(page).click()
	await answer(page, 'Accept').click()
	await expect(page).toHaveURL('/admin/outbox?status=sent')
	await expect(page.getByText('Accepted!')).toBeVisible()
})

test('the text of the bell blinks for four seconds, except with reduced motion', async ({
	page,
	make,
	signIn,
}) => {
	const [ada, grace] = [await make.makeUser(), await make.makeUser()]
	await make.ownCells(ada.id, [910])
	await make.makeTransfer(ada.id, [910], { recipientEmail: grace.email })
	await signIn(grace)
	await page.emulateMedia({ reducedMotion: 'no-preference' })
	await page.goto('/user/history')
	const words = page.getByText(HEADLINE)
	await getBell(page).click()
	await expect(words).toHaveCSS('animation-name', 'blink')
	await expect(words).toHaveCSS('animation-duration', '1s')
	await expect(words).toHaveCSS('animation-iteration-count', '4')
	await page.emulateMedia({ reducedMotion: 'reduce' })
	await expect(words).toHaveCSS('animation-name', 'none')
})

test.describe('an open page', () => {
	test('shows new invitations within a minute without a reload', async ({ page, make, signIn }) => {
		const [ada, grace] = [await make.makeUser({ fullName: 'Ada Sender' }), await make.makeUser()]
		await make.ownCells(ada.id, [912, 913])
		await signIn(grace)
		await page.clock.install()
		await page.goto('/user/history')
		await waitForScripts(page)
		await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
		await make.makeTransfer(ada.id, [912], { recipientEmail: grace.email })
		await getBell(page).click()
		// The clock has advanced since the page was opened, by more on a busy machine.
		await page.clock.fastForward('00:20')
		await expect(getList(page)).toHaveText('No new notifications')
		await page.clock.fastForward('00:40')
		await expect(getBell(page)).toHaveAccessibleName('Notifications, 1 new')
		await expect(page.locator('#bell-count')).toHaveText('1')
		await expect(page.getByRole('status').filter({ hasText: 'Notifications, 1 new' })).toHaveCount(1)
		await expect(getList(page)).toContainText('Ada Sender wants to send you 1 pixel.')
		await expect(page.locator('body')).toHaveAttribute('data-same-page', '')
		await expectAccessiblePage(page)

		await make.makeTransfer(ada.id, [913], { recipientEmail: grace.email })
		await page.clock.fastForward('01:00')
		await expect(getBell(page)).toHaveAccessibleName('Notifications, 2 new')
		await answer(page, 'Accept').first().click()
		await expect(page).toHaveURL('/user/history')
		await expect(page.getByText('Accepted!')).toBeVisible()
	})

	test('keeps its state while the server does not respond, and polls again', async ({
		page,
		make,
		signIn,
	}) => {
		const [ada, grace] = [await make.makeUser(), await make.makeUser()]
		await make.ownCells(ada.id, [914])
		await signIn(grace)
		await page.clock.install()
		await page.goto('/user/history')
		await waitForScripts(page)
		const answers = [
			{ status: 503, body: 'away' },
			{ status: 200, body: 'not what was asked for' },
		]
		let asked = 0
		await page.route('**/user/bell?*', async route => {
			const next = answers[asked++]
			if (next) await route.fulfill(next)
			else await route.continue()
		})
		await make.makeTransfer(ada.id, [914], { recipientEmail: grace.email })
		for (const round of [1, 2]) {
			await page.clock.fastForward('01:00')
			await expect.poll(() => asked).toBe(round)
			await expect(getBell(page)).toHaveAccessibleName('Notifications')
		}
		await page.clock.fastForward('01:00')
		await expect(getBell(page)).toHaveAccessibleName('Notifications, 1 new')
	})
})
