import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brand } from '~/domain/brand'
import { SAMPLE_CODE, sampleEmails, sampleOrder, samplePapers } from '../../../tests/support/sample-emails'
import * as contact from './operator-emails'
import * as order from './order-emails'
import { styleEmail } from './style-email'

const HOSTILE = `<script>alert("1")</script> & 'Bob' 123456 http://evil.example`
const CODE = SAMPLE_CODE
const every = sampleEmails

/** Returns the visible text of an HTML email. */
function words(html: string): string {
	const text = html
		.replace(/<head>.*<\/head>/s, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/&lt;/g, '<')
		.replace(/&gt;/g, '>')
		.replace(/&quot;/g, '"')
		.replace(/&#39;/g, "'")
		.replace(/&amp;/g, '&')
	return letters(text)
}
const letters = (text: string) => text.replace(/\s+/g, '')

describe.each(every('Ada Lovelace').map((mail, index) => [mail.kind, mail, index] as const))(
	'%s',
	(_, mail, index) => {
		test('has the same content in text and HTML', () => {
			const lines = mail.text.split('\n').map(line => line.replace(/^(> ?|-- $)/, ''))
			const spoken = letters(lines.join('\n')).replaceAll(':https://', 'https://')
			const all = letters(brand.name) + letters(mail.subject) + spoken
			expect(words(styleEmail(mail.html))).toBe(all)
			// An earlier version of the product sent a title element.
			expect(words(mail.html.replace(/<title>.*<\/title>/, ''))).toBe(all)
		})

		test('wraps lines at 72 characters, except for URLs', () => {
			const long = mail.text.split('\n').filter(line => line.length > 72 && !line.startsWith('https://'))
			expect(long).toEqual([])
		})

		test('is signed by the house, and has one subject line without an exclamation mark', () => {
			expect(mail.text).toContain(`\nYours sincerely,\n${brand.name}\n`)
			expect(mail.subject + mail.text).not.toContain('!')
			expect(mail.subject).not.toMatch(/[\r\n]/)
		})

		test('has a code exactly when its kind says so', () => {
			expect(mail.kind.endsWith('-code')).toBe(/\d{6}/.test(mail.text))
		})

		test('escapes HTML in a name', () => {
			const hostile = every(HOSTILE)[index]
			for (const html of [hostile?.html ?? '', styleEmail(hostile?.html ?? '')]) {
				expect(html).not.toContain('<script')
				expect(html).not.toMatch(/<[^>]*evil\.example/)
			}
		})

		test('has one filled button at most', () => {
			const buttons = styleEmail(mail.html).match(/<td style="(background|border)[^"]*"><a /g) ?? []
			expect(buttons).toHaveLength(mail.html.split('<nav>').length - 1)
			expect(buttons.filter(button => button.includes('background')).length).toBeLessThan(2)
		})

		test('is stored without styles, which are added to every tag when it is sent', () => {
			expect(mail.html).not.toContain('style=')
			const tags = styleEmail(mail.html).match(/<[a-z][^>]*>/g) ?? []
			const isBare = (tag: string) => !tag.includes('style=') && !/^<(html|head|meta|title|tr|br)\b/.test(tag)
			expect(tags.filter(isBare)).toEqual([])
			const names = (all: RegExp) => [...styleEmail(mail.html).matchAll(all)].map(([, name]) => name).sort()
			expect(names(/<(?!meta|br|img)([a-z]\w*)/g)).toEqual(names(/<\/(\w+)>/g))
		})
	},
)

test('every email has a sample', () => {
	const samples = readFileSync('tests/support/sample-emails.ts', 'utf8')
	const emails = readdirSync('app/domain/mail')
		.filter(file => file.endsWith('-emails.ts'))
		.flatMap(file => [
			...readFileSync(`app/domain/mail/${file}`, 'utf8').matchAll(
				/^export (?:const|function) (\w+Email)\b/gm,
			),
		])
		.map(match => match[1] ?? '')
	expect(emails.length).toBeGreaterThan(30)
	expect(emails.filter(name => !samples.includes(`.${name}(`))).toEqual([])
})

test('HTML of an earlier version, and a missing HTML part, are sent unchanged', () => {
	for (const html of ['', '<!doctype html>\n<html lang="en-GB">\n<p>One</p>', '<p>One</p>']) {
		expect(styleEmail(html)).toBe(html)
	}
})

const withCode = (fullName: string) => every(fullName).filter(mail => mail.kind.endsWith('-code'))

test.each([['Ada Lovelace'], [HOSTILE], ['654321'], ['1 2 3 4 5 6'], ['']])(
	'an email with a code contains exactly one run of six digits, with any name (%s)',
	name => {
		expect(withCode(name)).toHaveLength(3)
		for (const mail of withCode(name)) {
			expect(mail.text.match(/\d{6,}/g)).toEqual([CODE])
			expect(mail.subject).not.toMatch(/\d{6}/)
		}
	},
)

test('a name that contains an advertisement is omitted', () => {
	for (const name of [
		'WIN at evil.example',
		'WIN at evil。example',
		'www.evil',
		'a@b',
		'call 0900',
		'x'.repeat(61),
		'\u202e\n',
	]) {
		const [mail] = withCode(name)
		expect(mail?.text.startsWith('Good day,')).toBe(true)
	}
	expect(withCode("Dr. Siân O'Brien-Ω")[0]?.text).toMatch(/^Dear Dr\. Siân O'Brien-Ω,\n/)
})

test('line breaks in a name do not add lines', () => {
	const mail = contact.contactEmail({
		firstName: 'A\r\nBcc: x@y.example',
		lastName: 'B',
		email: 'a@b.example',
		message: 'One\r\n\r\nTwo',
	})
	expect(mail.subject).toBe('A message from A Bcc: x@y.example B')
	expect(mail.text).toContain('\n> One\n>\n> Two\n')
	expect(mail.replyTo).toBe('a@b.example')
})

test('an old name with special characters does not create an encoded word in the subject', () => {
	const who = { firstName: '=?utf-8?B?', lastName: 'V2lu?=', email: 'a@b.example', message: 'One' }
	expect(contact.contactEmail(who).subject).not.toContain('=?')
})

test('an order is described in figures and in words', () => {
	const { text } = order.orderReceivedEmail(sampleOrder('Ada'))
	expect(text).toContain('2 tiny pixels, row 8, columns 3 to 4')
	expect(text).toContain('£190,000 · one hundred and ninety thousand pounds')
	expect(text).toContain('−£10,000')
	expect(text).toMatch(/21 November 2026 at 14:05 GMT/)
	const bare = order.orderReceivedEmail({ ...sampleOrder('Ada'), discountPence: 0, couponCode: null })
	expect(bare.text).not.toContain('Subtotal')
})

test('up to twelve cells that do not form a rectangle are listed one by one', () => {
	const cells = Array.from({ length: 15 }, (_, index) => ({
		type: 'tiny' as const,
		row: 8 + index,
		col: 1 + index,
		pricePence: 1,
	}))
	const { text } = order.orderApprovedEmail({ ...sampleOrder('Ada'), cells }, samplePapers)
	expect(text.replace(/\s+/g, ' ')).toContain('15 tiny pixels: row 8, column 1; row 9, column 2;')
	expect(text.replace(/\s+/g, ' ')).toContain('row 19, column 12; and 3 more')
})

describe('an email about an order with a total of zero', () => {
	const free = { ...sampleOrder('Ada'), discountPence: 200_000_00, totalPence: 0 }
	const URL = 'https://x.example/user/checkout/0c9f'
	test.each([
		order.checkoutHeldEmail(free, URL, 0),
		order.holdReminderEmail(free, URL, 0),
		order.orderReceivedEmail(free),
		order.orderFailedEmail(free, 'This pixel is no longer available.'),
		order.orderApprovedEmail(free, { ...samplePapers, receiptUrl: null }),
		order.orderRejectedEmail(free),
		order.orderAssignedEmail(free),
	])('does not ask for a transfer or a receipt: $kind', ({ text }) => {
		expect(text).not.toMatch(/transfer|receipt|payment|refund/i)
	})
})

test.each(['invitation-accepted', 'pixels-received'])('%s states a list price, not the price paid', kind => {
	const mail = every('Ada Lovelace').find(item => item.kind === kind)
	expect(mail?.text).toMatch(/^\W*List price\W+£/m)
	expect(mail?.text).not.toMatch(/^\W*Price/m)
})
