import { expect, test } from 'vitest'
import { onTheWayTo, whyLogIn } from './ways'

test('an address carries where one wants to go, if anywhere', () => {
	expect(onTheWayTo('/user/pixels/buy?cell=1&cell=2', '/register')).toBe(
		'/register?redirectTo=%2Fuser%2Fpixels%2Fbuy%3Fcell%3D1%26cell%3D2',
	)
	expect(onTheWayTo('', '/login')).toBe('/login')
	expect(onTheWayTo(undefined, '/login')).toBe('/login')
})

test('the log-in says what it is for', () => {
	for (const destination of [undefined, '', '/user/pixels/buy?cell=1', '/user/checkout/x/payment'])
		expect(whyLogIn(destination)).toBe('To buy pixels, log in or open an account.')
	expect(whyLogIn('/user/history')).toBe('Log in or open an account to go on.')
})
