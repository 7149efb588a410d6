import { describe, expect, test } from 'vitest'
import { consumePaymentToken, issuePaymentToken } from '~/domain/gateway/payment-tokens.server'
import { action } from '~/routes/api/cookie-preference'
import { loader } from '~/routes/public/payment-response'
import { seal } from '~/server/auth/secret-box.server'
import { readConsent } from '~/server/http/consent.server'
import { makeOrder, makeUser } from '../support/factories'
import { makeRequest, routeArgs } from '../support/requests'

const DAY = 24 * 60 * 60 * 1000

describe('the cookie banner', () => {
	async function choose(fields: Record<string, string>): Promise<Response> {
		const request = await makeRequest('/cookie-preference', { fields })
		return await action(routeArgs(request))
	}

	async function sendBack(response: Response): Promise<Request> {
		const [pair = ''] = (response.headers.get('Set-Cookie') ?? '').split(';')
		return await makeRequest('/', { cookie: pair })
	}

	test('stores the choice for a year with a new token', async () => {
		const now = Date.now()
		const first = await choose({ preference: 'rejected', returnTo: '/about?x=1' })
		expect(first.headers.get('Location')).toBe('/about?x=1')
		const request = await sendBack(first)
		const record = await readConsent(request, now)
		expect(record?.preference).toBe('rejected')
		expect(await readConsent(request, now + 364 * DAY)).toBeDefined()
		expect(await readConsent(request, now + 366 * DAY)).toBeUndefined()
		const second = await sendBack(await choose({ preference: 'accepted' }))
		const other = await readConsent(second, now)
		expect(other?.preference).toBe('accepted')
		expect(other?.token).not.toBe(record?.token)
	})

	test('redirects only to our own pages', async () => {
		for (const returnTo of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
			const response = await choose({ preference: 'accepted', returnTo })
			expect(response.headers.get('Location'), returnTo).toBe('/')
		}
	})

	test('rejects other choices, and ignores invalid records', async () => {
		await expect(choose({ preference: 'maybe' })).rejects.toMatchObject({ status: 400 })
		for (const value of ['accepted', btoa('{"preference":"accepted"}'), btoa('null'), '%%%']) {
			const request = await makeRequest('/', { cookie: `cookie_preference=${value}` })
			expect(await readConsent(request, 0), value).toBeUndefined()
		}
	})
})

describe('a return from a payment', () => {
	const returned = async (search: Record<string, string>) => {
		const request = await makeRequest(`/payment-response?${new URLSearchParams(search)}`)
		const { data } = await loader(routeArgs(request))
		return data
	}
	const invalid = { title: 'Payment Failed', text: 'Invalid payment response data' }

	test('redirects home without all parameters, and to the grid with a forged token', async () => {
		expect(await returned({ token: 'x' })).toEqual({ result: invalid, cells: [], next: '/' })
		const complete = { status: 'completed', amount: '100000', data: '[]' }
		for (const token of ['x', 'a.b', '..', 'WyJhIiwiYiIsOTk5OTk5OTk5OTk5OTld.AAAA']) {
			expect(await returned({ token, ...complete })).toEqual({
				result: invalid,
				cells: [],
				next: '/user/pixels/buy',
			})
		}
	})

	test('is accepted once, for the order of its token', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [500], { status: 'pending' })
		const token = issuePaymentToken(order.id, Date.now())
		const search = { token, status: 'completed', amount: '100000', data: '[]' }
		expect((await returned(search)).result.title).toBe('Payment Successful!')
		expect((await returned(search)).result).toEqual(invalid)
	})

	test('is not used up by a HEAD request or by prefetching', async () => {
		const buyer = await makeUser()
		const order = await makeOrder(buyer.id, [501], { status: 'pending' })
		const token = issuePaymentToken(order.id, Date.now())
		const search = { token, status: 'completed', amount: '100000', data: '[]' }
		const { url } = await makeRequest(`/payment-response?${new URLSearchParams(search)}`)
		const load = (init: RequestInit) => loader(routeArgs(new Request(url, init)))
		await load({ method: 'HEAD' })
		for (const purpose of ['prefetch', 'prefetch;prerender']) {
			await expect(load({ headers: { 'Sec-Purpose': purpose } })).rejects.toMatchObject({ status: 503 })
		}
		expect((await returned(search)).result.title).toBe('Payment Successful!')
	})

	test('accepts a token once even in parallel, for a day, and only unaltered', async () => {
		const now = Date.now()
		const token = issuePaymentToken('some-order', now)
		const uses = await Promise.all(Array.from({ length: 20 }, () => consumePaymentToken(token, now)))
		expect(uses.filter(use => use === 'some-order')).toHaveLength(1)
		const late = issuePaymentToken('some-order', now)
		expect(await consumePaymentToken(late, now + DAY)).toBeUndefined()
		const altered = Buffer.from(issuePaymentToken('some-order', now), 'base64url')
		altered.writeUInt8(altered.readUInt8(20) ^ 1, 20)
		expect(await consumePaymentToken(altered.toString('base64url'), now)).toBeUndefined()
		expect(await consumePaymentToken(seal('{}', 'another'), now)).toBeUndefined()
	})
})
