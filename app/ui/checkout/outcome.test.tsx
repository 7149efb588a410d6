import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ReviewIntro, ReviewSteps } from './outcome'

const order = {
	totalPence: 10_000_000,
	submittedAt: Date.UTC(2026, 10, 23, 9, 12),
	reviewUntil: Date.UTC(2026, 10, 24, 9, 12),
}
const draw = (more: Partial<typeof order> | { reviewUntil: null }) =>
	renderToStaticMarkup(<ReviewIntro order={{ ...order, ...more }} />)

describe('an order in review', () => {
	test('says what comes next while it is pending', () => {
		expect(draw({})).toMatch(
			/in review until <time[^>]*>24.Nov.2026, 09:12.GMT<.time>\. The pixels are yours/,
		)
		const html = renderToStaticMarkup(<ReviewSteps order={order} />)
		expect(html).toContain('Receipt received')
		expect(html).toMatch(/Until <time[^>]*>24.Nov.2026, 09:12.GMT/)
	})

	test('gives no time once the review takes longer than expected', () => {
		expect(draw({ reviewUntil: null })).toContain('with us, in review. The pixels')
		const late = renderToStaticMarkup(<ReviewSteps order={{ ...order, reviewUntil: null }} />)
		expect(late).toContain('It takes longer than a day.')
	})

	test('keeps the fixed texts', () => {
		const html = renderToStaticMarkup(<ReviewSteps order={order} />)
		expect(html).toContain('Your pixels are activated immediately.')
		expect(html).toContain('International transfers take 1-3 business days.')
		expect(html).toContain('is sent once the payment has been received')
	})

	test('does not promise a receipt when nothing is paid', () => {
		const free = { ...order, totalPence: 0 }
		const html = renderToStaticMarkup(<ReviewSteps order={free} />)
		expect(html).toContain('Certificate is sent once the order is approved')
		expect(html).not.toMatch(/receipt|transfers|payment/i)
	})
})
