import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { COOKIES, formatLifetime, listCookies } from '~/server/http/cookie-list.server'
import { CookiePolicy } from './policies'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })
	.filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
	.map(file => ({ file, text: readFileSync(path.join('app', file), 'utf8') }))

test('the cookie table lists exactly the cookies that the code sets', () => {
	const makers = /\b(?:signedCookie|plainCookie|hostCookieName|startFlow|endFlow)\('([^']+)'/g
	const made = new Set(sources.flatMap(({ text }) => [...text.matchAll(makers)].map(([, name]) => name)))
	expect(made.size).toBeGreaterThan(15)
	expect([...made].toSorted()).toEqual(Object.keys(COOKIES).toSorted())
	const html = renderToStaticMarkup(<CookiePolicy cookies={listCookies()} />)
	for (const [name, { seconds }] of Object.entries(COOKIES)) {
		const row = html.split('<tr>').find(value => value.includes(`>${name}</code>`)) ?? ''
		expect(row.toLowerCase(), name).toContain(formatLifetime(seconds))
	}
})

test('neither the framework nor a browser script sets other cookies', () => {
	const others = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
	expect(others(/\bcreateCookie\b/)).toEqual(['server/http/cookies.server.ts'])
	expect(others(/document\.cookie|cookieStore|createCookieSessionStorage/)).toEqual([])
	/* The Max-Age=0 of a remix-auth cookie. */
	expect(others(/\bMax-Age=/)).toEqual(['server/auth/google.server.ts'])
	expect(others(/\bmaxAge:/).toSorted()).toEqual(others(/maxAge: (0|seconds|COOKIES\.)/).toSorted())
})

test.each([
	[400 * 86_400, '400 days'],
	[3600, '1 hour'],
	[600, '10 minutes'],
	[5, '5 seconds'],
	[null, 'until the browser is closed'],
])('formats %s seconds as %s', (seconds, text) => {
	expect(formatLifetime(seconds)).toBe(text)
})

test('the cookie of the session names how long the sessions of each role last', () => {
	const { purpose = '' } = listCookies().find(({ name }) => name === 'session') ?? {}
	expect(purpose).toContain('after 14 days without a visit, and after 30 days in any case')
	expect(purpose).toContain(
		'an administrator’s after 30 minutes without a visit, and after 12 hours in any case',
	)
})
