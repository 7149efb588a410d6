import { expect, test } from 'vitest'
import { describeResendWait, formatDuration, secondsUntil } from './rules'

test.each([
	[1, '1 second'],
	[59, '59 seconds'],
	[60, '1 minute'],
	[61, '2 minutes'],
	[900, '15 minutes'],
	[3600, '60 minutes'],
	[7200, '120 minutes'],
	[7201, '3 hours'],
	[86400, '24 hours'],
])('formats a wait of %i seconds as %s', (seconds, text) => {
	expect(formatDuration(seconds)).toBe(text)
})

test('an early resend request gets the seconds to wait', () => {
	expect(describeResendWait(42)).toBe('Please wait 42 seconds before requesting a new OTP')
})

test.each([
	[1000, 1],
	[1001, 2],
	[0, 1],
	[-5000, 1],
])('rounds %i ms up to %i seconds', (ms, seconds) => {
	expect(secondsUntil(10_000 + ms, 10_000)).toBe(seconds)
})
