import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailsTo } from '../support/codes'
import {
	clearGrid,
	makeAdmin,
	makeOrder,
	makeTransfer,
	makeUser,
	ownCells,
	sessionCookie,
	type TestAccount,
} from '../support/factories'
import { findJoinedWords } from '../support/plain-text'
import { startServer, type TestServer } from '../support/server'
import { storeImage } from '../support/stored-images'

/* Pages in unusual clients: without cookies, scripts, style sheets or new image formats, and for robots. */

let server: TestServer
const addresses = { guest: [] as string[], user: [] as string[], admin: [] as string[] }
const cookies = { guest: '', user: '', admin: '' }

const getCookie = async ({ id }: TestAccount) => {
	const { name, value } = await sessionCookie(id)
	return `${name}=${value}`
}

beforeAll(async () => {
	server = await startServer({ dataDir: process.env['DATA_DIR'] ?? '', env: { LOG_LEVEL: 'error' } })
	await clearGrid()
	const [user, other, admin] = await Promise.all([makeUser(), makeUser(), makeAdmin()])
	cookies.user = await getCookie(user)
	cookies.admin = await getCookie(admin)
	const imageKey = await storeImage('#ff0000')
	for (const cells of [[112, 113], [120], [300]]) {
		await ownCells(user.id, cells, { description: 'Watches', link: 'https://a.example/shop', imageKey })
	}
	const open = await makeOrder(user.id, [20], { status: 'open' })
	const pending = await makeOrder(user.id, [21], { status: 'pending' })
	const sent = await makeTransfer(user.id, [120], { recipientEmail: other.email })
	const ways = `/user/checkout/${open.id}`
	addresses.guest = [
		...['/', '/about', '/how-it-works', '/api', '/auctions', '/contact', '/policy-terms', '/maintenance'],
		...['/login', '/register', '/forgot-password', '/pixels/112', '/pixels/500', '/certificates/none'],
	]
	addresses.user = [
		...['/user/dashboard', '/user/profile', '/user/profile?cell=112', '/user/history', '/user/history/sold'],
		...['/user/pixels/buy', '/user/pixels/buy?view=tiny-2', '/user/pixels/buy?cell=400&cell=401'],
		...['/user/pixels/sell', `/user/pixels/sell/${sent.id}/edit`, `/user/pixels/sell/${sent.id}/delete`],
		...[ways, `${ways}/payment`, `${ways}/confirm`, `/user/history/${pending.id}`, '/user/invitations'],
		...['/user/setting', '/user/setting/password', '/user/setting/second-factor', '/user/setting/sessions'],
	]
	addresses.admin = [
		...['/admin/dashboard', '/admin/profile', '/admin/transactions', `/admin/transactions/${pending.id}`],
		...['/admin/statements', '/admin/userManagement', `/admin/userManagement/${user.id}`, '/admin/history'],
		...['/admin/coupon', '/admin/coupon/new', '/admin/audit', '/admin/outbox', '/admin/setting'],
		...['/admin/setting/prices', '/admin/setting/gateway', '/admin/userManagement/new'],
	]
})

afterAll(async () => {
	await server.stop()
})

async function get(path: string, cookie = '') {
	const response = await fetch(server.url + path, { headers: { cookie }, redirect: 'manual' })
	return { status: response.status, headers: response.headers, html: await response.text() }
}

async function post(path: string, fields: Record<string, string>, cookie?: string) {
	const response = await fetch(server.url + path, {
		method: 'POST',
		body: new URLSearchParams(fields),
		redirect: 'manual',
		headers: { origin: server.url, ...(cookie ? { cookie } : {}) },
	})
	return { status: response.status, headers: response.headers, html: await response.text() }
}

const read = new Map<string, Promise<{ path: string; html: string }[]>>()

/** Loads every page of the list, with its URL. */
async function pages(who: keyof typeof addresses) {
	const known = read.get(who) ?? Promise.all(addresses[who].map(path => readPage(path, cookies[who])))
	read.set(who, known)
	return await known
}

async function readPage(path: string, cookie: string) {
	const { status, html } = await get(path, cookie)
	expect(status, path).toBe(path === '/certificates/none' ? 404 : 200)
	return { path, html }
}
const EVERYBODY = ['guest', 'user', 'admin'] as const

test.each(EVERYBODY)(
	'the cookie banner is between the header and the content of each page, for %s',
	async who => {
		for (const { path, html } of await pages(who)) {
			expect(html.match(/<cookie-bar/g), path).toHaveLength(1)
			expect(html, path).toMatch(/<\/header><cookie-bar[^>]*>(?:(?!<\/cookie-bar>).)*<\/cookie-bar><main/s)
		}
	},
)

describe('a browser that refuses cookies', () => {
	const REFUSED = 'Your browser refuses cookies; we need one to keep you logged in'
	const person = () => ({ email: `${randomUUID()}@example.test`, password: 'a quiet grid of colours' })
	const newcomer = () => {
		const { email, password } = person()
		const names = { firstName: 'Ada', lastName: 'Example' }
		return { ...names, email, password, confirmPassword: password, terms: 'on' }
	}

	/** Loads a page, and submits its form with its hidden fields, and with or without its cookies. */
	async function send(path: string, fields: Record<string, string>, keepsCookies: boolean) {
		const page = await get(path)
		const [name = '', value = ''] = /name="(cookie_check)" value="(\d)"/.exec(page.html)?.slice(1) ?? []
		const set = page.headers.getSetCookie().map(line => line.split(';')[0])
		return await post(path, { ...fields, [name]: value }, keepsCookies ? set.join('; ') : undefined)
	}

	test.each([
		['/register', newcomer],
		['/forgot-password', async () => ({ email: (await makeUser()).email })],
	])('gets an error at %s, keeps the input, and no code is sent', async (path, typed) => {
		const fields = await typed()
		const refused = await send(path, fields, false)
		expect(refused.status).toBe(422)
		expect(refused.html).toContain(REFUSED)
		expect(refused.html).toContain(`value="${fields.email}"`)
		expect(await emailsTo(fields.email)).toEqual([])

		expect((await send(path, fields, true)).status).toBe(302)
		expect(await emailsTo(fields.email)).toHaveLength(1)
	})

	test('gets an error at /login, and no session is opened', async () => {
		const { email, password } = await makeUser()
		const refused = await send('/login', { email, password }, false)
		expect(refused.status).toBe(422)
		expect(refused.html).toContain(REFUSED)
		expect(refused.headers.getSetCookie().join()).not.toContain('session=')
		expect((await send('/login', { email, password }, true)).headers.get('location')).toBe('/user/dashboard')
	})

	test('sees field errors as well', async () => {
		const { html } = await send('/register', { ...newcomer(), confirmPassword: 'another' }, false)
		expect(html).toContain(REFUSED)
		expect(html).toContain('Passwords do not match')
	})

	test('sees that its message was sent', async () => {
		const fields = { ...newcomer(), message: 'Which row is free?' }
		const sent = await send('/contact', fields, false)
		expect(sent.headers.get('location')).toBe('/contact?sent')
		expect((await get('/contact?sent')).html).toContain('Your message has been sent successfully')
		expect((await send('/contact', fields, true)).headers.get('location')).toBe('/contact')
	})

	test('is not assumed when a form is sent without loading its page', async () => {
		const { email, password } = await makeUser()
		expect((await post('/login', { email, password })).headers.get('location')).toBe('/user/dashboard')
	})
})

describe('without style sheets', () => {
	test.each(EVERYBODY)('words are separated by white space, for %s', async who => {
		for (const { path, html } of await pages(who)) expect(findJoinedWords(html), path).toEqual([])
	})

	test.each(EVERYBODY)('controls that need scripts are hidden, for %s', async who => {
		for (const { path, html } of await pages(who)) {
			const idle = (html.match(/<button[^>]*type="button"[^>]*>/g) ?? []).filter(
				tag => !/popoverTarget=/i.test(tag),
			)
			expect(idle, path).toEqual([])
		}
	})

	test('the boxes of a code are as wide as their input', async () => {
		const { email } = await makeUser()
		const asked = await post('/forgot-password', { email })
		const cookie = asked.headers.getSetCookie().map(line => line.split(';')[0])
		const { html } = await get('/verify-user', cookie.join('; '))
		const sizes = [...html.matchAll(/<input[^>]*name="digit"[^>]*>/g)].map(
			([tag]) => /size="(\d+)"/.exec(tag)?.[1],
		)
		expect(sizes).toEqual(['6', '1', '1', '1', '1', '1'])
		// One time is the end of the code, the other the time of the next resend.
		expect(html.match(/<time\b/g)).toHaveLength(2)
		expect(html.replace(/<[^>]*>/g, '')).toMatch(/Time remaining: until \d\d:\d\d\s[A-Z]+\s*5 tries left/)
	})
})

test('the composite image of the grid has a named PNG fallback', async () => {
	const { html } = await get('/')
	const [picture = ''] = /<picture>.*?<\/picture>/s.exec(html) ?? []
	expect([...picture.matchAll(/type="(image\/\w+)"/g)].map(([, type]) => type)).toEqual([
		'image/avif',
		'image/webp',
	])
	const [, src = ''] = /<img[^>]*src="([^"]+)"/.exec(picture) ?? []
	expect(/<img[^>]*alt="([^"]+)"/.exec(picture)?.[1]?.length).toBeLessThan(40)
	const image = await fetch(server.url + src)
	expect(image.headers.get('content-type')).toBe('image/png')
	await image.arrayBuffer()
})

test.each(['/assets/gone-1a2b3c.js', '/assets/old/app.css'])('%s is not a page', async path => {
	const { status, headers, html } = await get(path)
	expect(status).toBe(404)
	expect(headers.get('content-type')).toMatch(/^text\/plain/)
	expect(html).not.toContain('<')
})

describe('for search engines', () => {
	async function getData(path: string): Promise<Record<string, unknown>> {
		const { html } = await get(path)
		const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
		expect(found, path).toHaveLength(1)
		return JSON.parse(found[0]?.[1] ?? '')
	}

	test('the organisation, the questions and a block have structured data', async () => {
		expect(await getData('/')).toMatchObject({ '@type': 'Organization', name: 'MCXI', url: `${server.url}/` })
		const faq = await getData('/how-it-works')
		expect(faq).toMatchObject({ '@type': 'FAQPage' })
		expect(faq['mainEntity']).toHaveLength(6)
		expect(await getData('/pixels/113')).toMatchObject({
			'@type': 'Product',
			description: 'Watches',
			url: `${server.url}/pixels/112`,
			offers: { availability: 'https://schema.org/SoldOut' },
		})
		expect(await getData('/pixels/500')).toMatchObject({
			offers: { availability: 'https://schema.org/InStock', price: '100000.00', priceCurrency: 'GBP' },
		})
	})

	test('an owner’s text cannot break out of the structured data', async () => {
		const description = '</script><script>alert(1)</script>'
		await ownCells((await makeUser()).id, [700], {
			description,
			link: 'https://b.example/',
			imageKey: await storeImage('#00ff00'),
		})
		expect(await getData('/pixels/700')).toMatchObject({ description })
	})

	test('every public page has one title and description', async () => {
		for (const { path, html } of await pages('guest')) {
			const [head = ''] = html.split('</head>')
			expect(head.match(/<meta name="description" content="[^"]+"/g), path).toHaveLength(1)
		}
	})
})

test('every page says once that times are in London, and the copyright is up to date', async () => {
	for (const who of EVERYBODY) {
		for (const { path, html } of await pages(who)) {
			if (path !== '/maintenance') expect(html.split('Times are London time.'), path).toHaveLength(2)
		}
	}
	const { html } = await get('/about')
	expect(html.replace(/<!-- -->/g, '')).toContain(`© 2025–${new Date().getFullYear()} `)
})
