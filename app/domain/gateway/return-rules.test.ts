import { expect, test } from 'vitest'
import { INVALID, paymentResult, readPaymentReturn } from './return-rules'

const complete = { token: 't', status: 'completed', amount: '400000', data: '[]' }

test('a return from a payment needs all four parameters', () => {
	expect(readPaymentReturn(new URLSearchParams(complete))).toEqual({
		token: 't',
		status: 'completed',
		amount: '400000',
	})
	for (const name of Object.keys(complete)) {
		const search = new URLSearchParams(complete)
		search.delete(name)
		expect(readPaymentReturn(search), name).toBeNull()
	}
})

const response = { token: 't', status: 'completed', amount: '400000' }
const totalPence = 400_000_00

test('only submitted orders are shown as successful', () => {
	const getResult = (status: Parameters<typeof paymentResult>[0]['status']) =>
		paymentResult({ status, totalPence }, response)
	const getTitle = (status: Parameters<typeof getResult>[0]) => getResult(status).title
	expect(getResult('pending').text).toBe('Payment successful! Your pixels have been purchased.')
	expect(getResult('failed').text).toBe('An error occurred while processing your payment.')
	expect(getTitle('pending')).toBe('Payment Successful!')
	expect(getTitle('approved')).toBe('Payment Successful!')
	expect(getTitle('open')).toBe('Processing Payment')
	expect(getTitle('failed')).toBe('Payment Failed')
	expect(getTitle('rejected')).toBe('Payment Failed')
	expect(getTitle('abandoned')).toBe('Payment Failed')
})

test('a status other than completed fails, and a wrong amount is invalid', () => {
	const order = { status: 'approved' as const, totalPence }
	expect(paymentResult(order, { ...response, status: 'cancelled' }).text).toBe(
		'Payment failed. Please try again.',
	)
	expect(paymentResult(order, { ...response, amount: '4' })).toEqual(INVALID)
})
