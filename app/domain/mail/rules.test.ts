import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { outboxStatus, whyAddressIsFixed } from './rules'

const kindsIn = (file: string) =>
	[...readFileSync(`app/domain/mail/${file}`, 'utf8').matchAll(/[eE]mail\(\s*'([\w-]+)'/g)].map(
		([, kind = '']) => kind,
	)
const ABOUT_ACCOUNTS = kindsIn('account-emails.ts')
const OTHERS = [
	...['alert', 'order', 'invitation', 'loan'].flatMap(name => kindsIn(`${name}-emails.ts`)),
	'contact',
	'contact-received',
]

describe('the recipient of an email', () => {
	test('finds the kinds of emails', () => {
		expect(ABOUT_ACCOUNTS.length).toBeGreaterThan(15)
		expect(OTHERS.length).toBeGreaterThan(10)
	})

	test.each(ABOUT_ACCOUNTS)('cannot be corrected for an email about an account: %s', kind => {
		expect(whyAddressIsFixed(kind)).toContain('cannot be sent to another address')
	})

	test.each(OTHERS)('can be corrected for other emails: %s', kind => {
		expect(whyAddressIsFixed(kind)).toBeUndefined()
	})
})

test.each([
	[{ sentAt: null, failedAt: null }, 'waiting'],
	[{ sentAt: null, failedAt: 1 }, 'failed'],
	[{ sentAt: 1, failedAt: null }, 'sent'],
])('an email with %o is %s', (times, status) => {
	expect(outboxStatus(times)).toBe(status)
})
