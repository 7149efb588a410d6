import { expect, expectAccessiblePage, test, WIDTHS } from '../support/journey'

/* The layout of the signed-in areas, and the small scripts of every page. */

test('the menus of the signed-in area open and close without scripts @both', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeUser({ fullName: 'Ada Example' }))
	await page.setViewportSize({ width: 375, height: 812 })
	await page.goto('/user/dashboard')
	const side = page.getByRole('navigation', { name: 'Account' })
	await expect(side).toBeHidden()
	await page.getByRole('button', { name: 'Menu' }).click()
	await expect(side.getByRole('link', { name: 'Buy Pixels' })).toBeVisible()
	await page.mouse.click(350, 600)
	await expect(side).toBeHidden()

	await page.getByRole('button', { name: 'Notifications' }).click()
	const bell = page.getByText('No new notifications')
	await expect(bell).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(bell).toBeHidden()

	await page.getByRole('button', { name: 'Ada Example' }).click()
	await page.locator('#account-menu').getByRole('button', { name: 'Logout' }).click()
	await expect(page).toHaveURL(/\/login/)
})

test('on a wide window the side menu is next to the page and marks the current one', async ({
	page,
	make,
	signIn,
}) => {
	await signIn(await make.makeUser())
	await page.goto('/user/history')
	const side = page.getByRole('navigation', { name: 'Account' })
	await expect(side.locator('[aria-current=page]')).toHaveText('Transaction History')
})

test('a message covers neither the title nor the bottom bar', async ({ page, make, signIn }) => {
	const buyer = await make.makeUser()
	const order = await make.makeOrder(buyer.id, [510], { status: 'open', proceededAt: Date.now() })
	const [admin, sent] = [await make.makeAdmin(), await make.makeOrder(buyer.id, [511], { status: 'pending' })]
	await make.bookMoney(sent.id, 100_000_00, admin.id)
	await signIn(buyer)
	for (const path of [
		'/',
		'/user/pixels/buy?cell=300&cell=301',
		`/user/checkout/${order.id}/payment`,
		`/admin/transactions/${sent.id}`,
		'/admin/transactions',
	]) {
		if (path === `/admin/transactions/${sent.id}`) await signIn(admin)
		await page.goto(path)
		for (const width of [320, WIDTHS.phone, WIDTHS.tablet, WIDTHS.desktop]) {
			await page.setViewportSize({ width, height: 800 })
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
			const covered = await page.locator('toast-list').evaluate(list => {
				const message = document.createElement('toast-message')
				message.className = 'toast tone-info'
				message.textContent = 'There is nothing at that address. This is the home page.'
				list.replaceChildren(message)
				const toast = message.getBoundingClientRect()
				return [
					...document.querySelectorAll('h1, .selection-bar, .pay-bar, .cookie-bar, .decide-bar, .list-foot'),
				]
					.filter(element => {
						const { left, right, top, bottom } = element.getBoundingClientRect()
						// Only where it sticks to the window.
						if (element.matches('.list-foot') && bottom !== innerHeight) return false
						return left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom
					})
					.map(element => element.className || element.tagName)
			})
			expect(covered, `${path} at ${width} px`).toEqual([])
		}
	}
})

test('a password can be shown and hidden', async ({ page }) => {
	await page.goto('/login')
	const password = page.locator('input[name=password]')
	await password.fill('a secret')
	await page.getByRole('button', { name: 'Show password' }).click()
	await expect(password).toHaveAttribute('type', 'text')
	await page.getByRole('button', { name: 'Hide password' }).click()
	await expect(password).toHaveAttribute('type', 'password')
})

test('a form cannot be submitted twice while it is in progress', async ({ page }) => {
	let sent = 0
	let clickTwice = () => {}
	const clickedTwice = new Promise<void>(resolve => {
		clickTwice = resolve
	})
	await page.goto('/login')
	await page.route('**/login', async route => {
		if (route.request().method() === 'POST') {
			sent++
			await clickedTwice
		}
		await route.continue()
	})
	await page.locator('input[name=email]').fill('nobody@example.test')
	await page.locator('input[name=password]').fill('not the password')
	const button = page.getByRole('main').getByRole('button', { name: 'Log In' })
	await button.scrollIntoViewIfNeeded()
	const words: string[] = []
	page.on('console', message => words.push(message.text()))
	await button.evaluate(element => {
		document.addEventListener('submit', () => console.info(element.textContent), { once: true })
	})
	const box = await button.boundingBox()
	/* Uses mouse events: a locator would wait for the navigation of the first click. */
	const click = () => page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
	await click()
	await expect.poll(() => sent).toBe(1)
	await expect.poll(() => words).toEqual(['Logging in...'])
	await click()
	clickTwice()
	await expect(page.getByRole('alert').first()).toBeVisible()
	expect(sent).toBe(1)
})

test('an uncaught error on a page fails the test', async ({ browser, faults, otherPage, page, server }) => {
	const own = await browser.newContext()
	for (const opened of [page, await otherPage(), await own.newPage()]) {
		await opened.goto(`${server.url}/about`)
		const thrown = opened.waitForEvent('pageerror')
		await opened.evaluate(() => setTimeout(() => Promise.reject(new Error('uncaught'))))
		await thrown
		expect(faults.list.splice(0)).toEqual([`${server.url}/about: uncaught`])
	}
	await own.close()
})

test('an error page in a signed-in area keeps the menu', async ({ page, make, signIn }) => {
	await signIn(await make.makeUser())
	expect((await page.goto('/user/history/nothing'))?.status()).toBe(404)
	await expect(page).toHaveTitle(/There is nothing at this address/)
	await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link')).not.toHaveCount(0)
	await expect(page.getByText(/^Request [\w-]{8,}$/)).toBeVisible()
	await expectAccessiblePage(page)
	await signIn(await make.makeAdmin())
	expect((await page.goto('/admin/transactions/nothing'))?.status()).toBe(404)
	await expect(
		page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Transactions' }),
	).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
	await expect(page).toHaveURL('/admin/dashboard')
})
