import { expect, test } from 'vitest'
import { sessionLifeText, spanText } from './session-text'

test.each([
	[14 * 86_400, '14 days'],
	[86_400, '1 day'],
	[36 * 3_600, '36 hours'],
	[12 * 3_600, '12 hours'],
	[1_800, '30 minutes'],
	[90, '90 seconds'],
	[1, '1 second'],
])('%i seconds are %s', (seconds, text) => {
	expect(spanText(seconds)).toBe(text)
})

test('how long a session lasts', () => {
	expect(sessionLifeText({ idle: 1_800, total: 43_200 })).toBe(
		'A session ends after 30 minutes without a visit, and after 12 hours in any case.',
	)
})
