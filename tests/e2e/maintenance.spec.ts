import { expect, expectAccessiblePage, test as journey, WIDTHS } from '../support/journey'
import { startServer } from '../support/server'

/* Uses its own server, because maintenance would affect other tests. */
const test = journey.extend<object, { ownServer: true }>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
		async ({}, use) => {
			const server = await startServer()
			await use(server)
			await server.stop()
		},
		{ scope: 'worker', timeout: 240_000 },
	],
})
test.describe.configure({ mode: 'serial' })

const HEADLINE = 'WARNING: MAINTENANCE IN PROGRESS'

test('an administrator turns maintenance on and off; other visitors see the maintenance page', async ({
	page,
	make,
	signIn,
	server,
	otherPage,
}) => {
	await signIn(await make.makeAdmin())
	await page.goto('/admin/setting')
	await expectAccessiblePage(page)
	await page.getByRole('button', { name: 'Turn maintenance on' }).click()
	await page.locator('dialog-page').getByRole('button', { name: 'Turn maintenance on' }).click()
	await expect(page.getByText('Maintenance is on: visitors see the notice.')).toBeVisible()
	await expectAccessiblePage(page)

	const visitor = await otherPage()
	await visitor.setViewportSize({ width: WIDTHS.phone, height: 800 })
	const pages = ['/', '/about', '/register', '/user/dashboard', '/no/such/page', '/maintenance']
	const withoutComponent = ['/user', '/sitemap.xml', '/robots.txt', '/files/receipts/none.png', '/user.data']
	for (const path of [...pages, ...withoutComponent]) {
		const response = await visitor.goto(path)
		expect(response?.status(), path).toBe(503)
		expect(response?.headers()['retry-after'], path).toBe('300')
		expect(response?.headers()['refresh'], path).toBe('300')
		await expect(visitor.getByRole('heading', { name: HEADLINE })).toBeVisible()
	}
	await expect(visitor).toHaveTitle(/^Maintenance/)
	await expectAccessiblePage(visitor)

	const { request } = visitor
	const headers = { origin: server.url }
	for (const path of ['/contact', '/user/profile', '/sitemap.xml']) {
		const posted = await request.post(path, { form: { firstName: 'A' }, headers })
		expect(posted.status(), path).toBe(503)
		expect(await posted.text(), path).toContain(HEADLINE)
	}
	const api = await request.get('/api/setting')
	expect(api.status()).toBe(200)
	expect(await api.json()).toMatchObject({ success: true, data: [{ maintenance_mode: '1' }] })
	for (const path of ['/login', '/healthz', '/readyz', '/favicon.svg']) {
		expect((await request.get(path)).status(), path).toBe(200)
	}

	const member = await otherPage()
	const account = await make.makeUser()
	await member.context().addCookies([{ ...(await make.sessionCookie(account.id)), url: server.url }])
	await member.goto('/user/dashboard')
	await expect(member.getByRole('link', { name: 'Back To Dashboard' })).toBeVisible()

	await visitor.getByRole('link', { name: 'Back To Login' }).click()
	await expect(visitor).toHaveURL('/login')

	await page.getByRole('button', { name: 'Turn maintenance off' }).click()
	await expect(page.getByText('Maintenance is off. The site is open.')).toBeVisible()
	expect((await visitor.goto('/about'))?.status()).toBe(200)
})

test('an open page switches to maintenance within five minutes', async ({
	make,
	page,
	signIn,
	otherPage,
}) => {
	const visitor = await otherPage()
	const asked: string[] = []
	visitor.on('request', request => asked.push(new URL(request.url()).pathname))
	await visitor.clock.install()
	await visitor.goto('/about')
	await signIn(await make.makeAdmin())
	await page.goto('/admin/setting')
	await page.getByRole('button', { name: 'Turn maintenance on' }).click()
	await page.locator('dialog-page').getByRole('button', { name: 'Turn maintenance on' }).click()
	await expect(page.getByText('Maintenance is on: visitors see the notice.')).toBeVisible()

	await visitor.clock.fastForward('04:00')
	/* The polling request ends after every timer that the clock has fired. */
	await visitor.evaluate(() => fetch('/favicon.svg').then(response => response.text()))
	expect(asked).toContain('/favicon.svg')
	expect(asked).not.toContain('/api/setting')
	await visitor.clock.fastForward('01:00')
	await expect(visitor.getByRole('heading', { name: HEADLINE })).toBeVisible()

	await page.getByRole('button', { name: 'Turn maintenance off' }).click()
	await expect(page.getByText('Maintenance is off. The site is open.')).toBeVisible()
})

test('an open form stays when maintenance begins, and what is typed is kept @both', async ({
	make,
	page,
	scripts,
	signIn,
	otherPage,
}) => {
	const switchTo = async (isOn: boolean) => {
		const { changeSettings } = await import('~/domain/settings/commands.server')
		await changeSettings({ maintenance: isOn }, { actorId: admin.id, now: Date.now() })
		await expect
			.poll(async () => (await (await page.request.get('/api/setting')).json()).data[0].maintenance_mode)
			.toBe(isOn ? '1' : '0')
	}
	const admin = await make.makeAdmin()
	const owner = await make.makeUser()
	await make.ownCells(owner.id, [112])
	const visitor = await otherPage()
	if (scripts) await visitor.clock.install()
	await visitor.goto('/contact')
	await visitor.getByLabel('Message', { exact: true }).fill('Three lines of thought')
	await signIn(owner)
	await page.goto('/user/pixels/sell/to?cell=112')
	await page.getByLabel('Email of the buyer').fill('buyer@kept.example')

	await switchTo(true)
	if (scripts) {
		await visitor.clock.fastForward('05:00')
		await expect(visitor.getByText(/^Maintenance has begun/)).toBeVisible()
		await expectAccessiblePage(visitor)
	}
	for (const [name, text] of [
		['First name', 'Ada'],
		['Last name', 'Lovelace'],
		['Email', 'ada@kept.example'],
	] as const)
		await visitor.getByLabel(name, { exact: true }).fill(text)
	await visitor.getByRole('button', { name: 'Send' }).click()
	await expect(visitor.getByText(/^Your form has not been sent.+Go back/)).toBeVisible()
	await expectAccessiblePage(visitor)
	await visitor.goBack()
	await expect(visitor.getByLabel('Message', { exact: true })).toHaveValue('Three lines of thought')

	await page.getByRole('button', { name: 'Proceed' }).click()
	await expect(page.getByText(/^Your form has not been sent.+kept for an hour/)).toBeVisible()
	await expectAccessiblePage(page)
	await switchTo(false)
	await page.reload()
	await expect(page.getByText('Your form has not been sent yet')).toBeVisible()
	await expect(page.getByLabel('Email of the buyer')).toHaveValue('buyer@kept.example')
})
