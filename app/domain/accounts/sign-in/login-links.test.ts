import { expect, test } from 'vitest'
import { loginReason, withRedirectTo } from './login-links'

test('the log-in link carries the page to return to, if any', () => {
	expect(withRedirectTo('/user/pixels/buy?cell=1&cell=2', '/register')).toBe(
		'/register?redirectTo=%2Fuser%2Fpixels%2Fbuy%3Fcell%3D1%26cell%3D2',
	)
	expect(withRedirectTo('', '/login')).toBe('/login')
	expect(withRedirectTo(undefined, '/login')).toBe('/login')
})

test('the log-in page says what an account is needed for', () => {
	for (const destination of [
		'/user/pixels/buy?cell=1',
		'/user/pixels/preview?cell=1',
		'/user/checkout/x/payment',
	])
		expect(loginReason(destination)).toBe('To buy pixels')
	expect(loginReason('/pixels/300')).toBe('To hear when it is free')
	expect(loginReason('/user/invitations/x')).toBe('To answer the invitation')
	for (const destination of ['/user/history', '/user/pixels/sell'])
		expect(loginReason(destination)).toBe('To go on')
	// "Buy Pixels" in the header leads here too.
	for (const destination of [undefined, ''])
		expect(loginReason(destination)).toBe('To buy pixels, or to look after yours')
})
