import { expect, test } from 'vitest'
import { checkVisit } from './visit'

const site = { appUrl: new URL('https://pixels.example'), trustProxy: 1 }
const visit = {
	address: '198.51.100.7',
	forwardedFor: '198.51.100.7',
	host: 'pixels.example',
	referrer: null,
}
const states = (...asked: Parameters<typeof checkVisit>) => checkVisit(...asked).map(check => check.state)

test('a site behind one proxy that forwards the client address passes', () => {
	// Addresses of documentation networks count as reserved.
	expect(states({ ...visit, address: '8.8.8.8' }, site)).toEqual(['ok', 'ok'])
	const referrer = 'https://pixels.example/admin/setting'
	expect(states({ ...visit, address: '8.8.8.8', referrer }, site)).toEqual(['ok', 'ok'])
	expect(states({ ...visit, address: '8.8.8.8', referrer: 'https://other.example/' }, site)).toEqual([
		'ok',
		'ok',
	])
})

test('an uncounted proxy, or one that does not forward the client address, fails', () => {
	expect(states(visit, { ...site, trustProxy: 0 })[0]).toBe('failure')
	expect(states({ ...visit, forwardedFor: null }, site)[0]).toBe('failure')
	expect(states({ ...visit, address: '172.17.0.1' }, site)[0]).toBe('warning')
})

test('a host or scheme other than that of APP_URL fails', () => {
	expect(states({ ...visit, host: 'www.pixels.example' }, site)[1]).toBe('failure')
	expect(states({ ...visit, referrer: 'http://pixels.example/admin/setting' }, site)[1]).toBe('failure')
})

test('a visit from the same machine passes on localhost', () => {
	const home = { appUrl: new URL('http://localhost:3000'), trustProxy: 0 }
	const here = { address: '127.0.0.1', forwardedFor: null, host: 'localhost:3000', referrer: null }
	expect(states(here, home)).toEqual(['ok', 'ok'])
})
