import { expect, test } from 'vitest'
import { ContactForm, MESSAGE_LENGTH } from './schema'

const sender = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.test' }
const read = (message: string) => ContactForm.safeParse({ ...sender, message })

test('a message counts a line break as one character, as browsers do', () => {
	const full = `${'x'.repeat(MESSAGE_LENGTH - 101)}${'\r\n'.repeat(100)}x`
	expect(read(full).data?.message).toHaveLength(MESSAGE_LENGTH)
	expect(read(`${full}x`).success).toBe(false)
})

test('a blank message is rejected', () => {
	expect(read(' \r\n ').error?.issues[0]?.message).toBe('Please enter your message')
})

test('a name cannot contain an address', () => {
	const named = (firstName: string) =>
		ContactForm.safeParse({ ...sender, firstName, message: 'Hello' }).success
	for (const name of ['Ada', 'Mary-Jane O’Neill', 'J. R. R.', 'Dr. Ada', '安', 'Ada 3rd'])
		expect(named(name)).toBe(true)
	for (const name of [
		'win.example',
		'win。example',
		'win．example',
		'win｡example',
		'see https://win',
		'a@b',
		'Ada\nBob',
		'Ada\u2028Bob',
		'www.win',
		'=?utf-8?B?V2lu?=',
	])
		expect(named(name)).toBe(false)
})
