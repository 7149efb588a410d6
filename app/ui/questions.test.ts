import { expect, test } from 'vitest'
import { FAQ } from './questions'

const answers = new Map(FAQ.flatMap(({ items }) => items.map(item => [item.question, item.answer])))

test('the questions mention only payment methods that exist', () => {
	const answer = answers.get('How can I pay?')
	expect(answer).toMatch(/^By bank transfer\./)
	expect(answer).toContain('Cards, PayPal and cryptocurrency are not available')
	expect(answer).not.toMatch(/accept|arrange/)
})

test('the minimum and maximum are as specified, with further limits next to them', () => {
	const answer = answers.get('Is there a minimum or a maximum purchase?')
	expect(answer).toMatch(/^The minimum purchase is 10x10 pixels \(100\)\. There is no maximum\./)
	expect(answer).toContain('a single pixel of the grid is enough; an order has a limit')
})

test('images on the home page are promised for verified payments only', () => {
	for (const question of ['Who sees my pixels?', 'Can I change my image, text or link later?']) {
		expect(answers.get(question)).toContain('Once your payment is verified')
	}
})
