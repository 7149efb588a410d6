import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RETENTION_MS } from '~/domain/retention/rules'
import { DAY_MS } from '~/domain/time'
import { PrivacyPolicy } from './policies'

const sessions = { idle: 14 * 86_400, total: 90 * 86_400 }
const html = renderToStaticMarkup(<PrivacyPolicy sessions={sessions} />)
const entries = [...html.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text = '']) => text)
const findEntry = (words: string) => entries.find(text => text.includes(words)) ?? ''

test.each([
	['name and email address, and your password', ''],
	['telephone number and a profile picture', ''],
	['which Google account', 'authenticator app'],
	['notes of our administrators about your account', ''],
	['Of each session: the IP address and the browser', '14 days'],
	['Of each session', '90 days'],
	['text of the emails', days(RETENTION_MS.emailBodies)],
	['contact page', days(RETENTION_MS.contactMessages)],
	['checkout that did not get to the bank details', days(RETENTION_MS.checkouts)],
	['image that you placed on pixels', days(RETENTION_MS.placedImages)],
	['How many visitors', days(RETENTION_MS.statistics)],
	['network that you put pixels on hold from', 'within a day'],
	['log of our server', 'IP address'],
	['bank, account number', 'receipts'],
	['bank, account number', 'administrators note about an order'],
	['owned and borrowed', ''],
	['Invitations', 'email addresses'],
	['record of what was done', 'IP address'],
])('the privacy chapter states that we keep %s, %s', (what, more) => {
	const entry = entries.find(text => text.toLowerCase().includes(what.toLowerCase()))
	expect(entry).toBeDefined()
	expect(entry).toContain(more)
})

test('links to the settings that export data and delete the account', () => {
	expect(html).toContain('href="/user/setting/export"')
	expect(html).toContain('href="/user/setting/delete"')
	expect(findEntry('password')).toContain('as a hash')
})

function days(ms: number) {
	return `${ms / DAY_MS} days`
}
