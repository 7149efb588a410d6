import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { describeOutcome, Promises, ReviewSteps } from './outcome'

const order = {
	id: 'o1',
	status: 'pending' as const,
	totalPence: 10_000_000,
	submittedAt: Date.UTC(2026, 10, 23, 9, 12),
	reviewUntil: Date.UTC(2026, 10, 24, 9, 12),
	failureReason: null,
	releasedAt: null,
	releaseReason: null,
	receivedPence: 0,
	sentPence: 0,
	sentBack: [],
}
const draw = (more: Partial<Parameters<typeof describeOutcome>[0]>) => {
	const { title, intro, notice } = describeOutcome({ ...order, ...more })
	return renderToStaticMarkup(
		<>
			{title}
			{intro}
			{notice}
		</>,
	)
}

describe('a submitted order', () => {
	test('says what comes next while it is pending', () => {
		expect(draw({})).toMatch(
			/in review until <time[^>]*>24.Nov.2026, 09:12.GMT<.time>\. The pixels are yours/,
		)
		const html = renderToStaticMarkup(<ReviewSteps order={order} />)
		expect(html).toContain('Receipt received')
		expect(html).toMatch(/Until <time[^>]*>24.Nov.2026, 09:12.GMT/)
		expect(html).toContain('By email, once the payment is verified.')
	})

	test('gives no time once the review takes longer than expected', () => {
		expect(draw({ reviewUntil: null })).toContain('with us, in review. The pixels')
		const late = renderToStaticMarkup(<ReviewSteps order={{ ...order, reviewUntil: null }} />)
		expect(late).toContain('It takes longer than a day.')
	})

	test('keeps the fixed texts', () => {
		const html = renderToStaticMarkup(<Promises order={order} />)
		expect(html).toContain('Your pixels are activated immediately.')
		expect(html).toContain('International transfers take 1-3 business days.')
		expect(html).toContain('is sent once the payment has been received')
	})

	test('does not promise a receipt when nothing is paid', () => {
		const free = { ...order, totalPence: 0 }
		const html = renderToStaticMarkup(
			<>
				<Promises order={free} />
				<ReviewSteps order={free} />
			</>,
		)
		expect(html).toContain('Certificate is sent once the order is approved')
		expect(html).not.toMatch(/receipt|transfers|payment/i)
	})

	test('says nothing about next steps once it is approved', () => {
		const html = draw({ status: 'approved' })
		expect(html).toContain('Your payment has been verified.')
		expect(html).toContain('href="/user/history/o1"')
		expect(html).not.toMatch(/business days|is sent once|immediately/)
	})

	test.each(['pending', 'approved'] as const)('does not promise pixels that were taken back: %s', status => {
		const html = draw({ status, releasedAt: 1, releaseReason: 'Called back' })
		expect(html).toContain('released by the house on')
		expect(html).toContain('Called back')
		expect(html).not.toContain('activated')
		expect(html.includes('cannot be approved any more')).toBe(status === 'pending')
	})

	test.each([1, null])(
		'says that a rejected order holds no pixels, released before (%s) or not',
		releasedAt => {
			expect(draw({ status: 'rejected', releasedAt })).toContain('You hold no pixels from this order')
		},
	)
})
