import { describe, expect, test } from 'vitest'
import { foldCase } from './rules'
import { COMMON_PASSWORDS, joinDigits, LoginForm, RegisterForm, ResetPasswordForm } from './schema'

const good = {
	firstName: 'Ada',
	lastName: 'Example',
	email: 'ada@example.test',
	password: 'correct horse',
	confirmPassword: 'correct horse',
	terms: 'on',
}
const register = (change: object) => RegisterForm.safeParse({ ...good, ...change })
const messages = (outcome: ReturnType<typeof register>) => outcome.error?.issues.map(issue => issue.message)

test('accepts a complete registration, trims names and address, and lower-cases the address', () => {
	expect(register({ firstName: ' Ada ', email: ' ADA@Example.Test ' }).data).toMatchObject({
		firstName: 'Ada',
		email: 'ada@example.test',
	})
})

test.each([
	[{ terms: undefined }, 'Please accept the Terms and Policy to continue'],
	[{ confirmPassword: 'another' }, 'Passwords do not match'],
	[{ firstName: undefined }, 'Please enter your first name'],
	[{ firstName: '   ' }, 'Please enter your first name'],
	[{ lastName: undefined }, 'Please enter your last name'],
	[{ lastName: 'a\u0000b' }, 'Please use letters only'],
	[{ firstName: 'x'.repeat(61) }, 'Please use at most 60 characters'],
	[{ email: undefined }, 'Please enter your email address'],
	[{ email: 'ada' }, 'Please enter a valid email address'],
	[{ email: 'ada@example.test\nBcc: x@example.test' }, 'Please enter a valid email address'],
	[{ email: `${'a'.repeat(250)}@example.test` }, 'This email address is too long'],
	[{ password: undefined }, 'Please choose a password'],
])('rejects a registration with %j: %s', (change, message) => {
	expect(messages(register(change))).toContain(message)
})

test('reports all errors of a registration at once', () => {
	expect(messages(register({ firstName: undefined, terms: undefined, confirmPassword: 'x' }))).toEqual([
		'Please enter your first name',
		'Please accept the Terms and Policy to continue',
		'Passwords do not match',
	])
})

describe('a password', () => {
	test.each([
		[7, false],
		[8, true],
		[128, true],
		[129, false],
	])('of %i characters is accepted: %s', (length, ok) => {
		const password = 'x'.repeat(length)
		expect(register({ password, confirmPassword: password }).success).toBe(ok)
		expect(ResetPasswordForm.safeParse({ newPassword: password, confirmPassword: password }).success).toBe(ok)
	})

	test('may contain any characters, including leading and trailing spaces', () => {
		const password = ' pässwörd 密码 🔒 '
		expect(register({ password, confirmPassword: password }).data?.password).toBe(password)
	})

	const COMMON = 'Very many people use this password. Please choose another one'
	test.each(['password', 'Password1', 'QWERTYUIOP', '123456789', 'P@ssw0rd', 'Summer2024', ' letmein123'])(
		'is rejected when it is common: %s',
		password => {
			expect(messages(register({ password, confirmPassword: password }))).toEqual([COMMON])
			const reset = ResetPasswordForm.safeParse({ newPassword: password, confirmPassword: password })
			expect(reset.error?.issues.map(issue => issue.message)).toEqual([COMMON])
			expect(LoginForm.safeParse({ email: 'a@b.example', password }).success, 'one that is in use').toBe(true)
		},
	)

	const PERSONAL = 'Please choose a password without your name or email address in it'
	test.each([
		['grace.hopper@navy.example', 'Grace', 'Hopper'],
		['Grace.Hopper 2026', 'Grace', 'Hopper'],
		['my-HOPPER-horse', 'Grace', 'Hopper'],
		['ilovegrace', 'Grace', 'Hopper'],
		['o’connell & sons', 'Grace', "O'Connell"],
		['ÅNGSTRÖM-42-x', 'Anders', 'Ångström'],
	])('is rejected when it contains the account’s name or address: %s', (password, firstName, lastName) => {
		const email = 'grace.hopper@navy.example'
		const outcome = register({
			firstName,
			lastName,
			email,
			password,
			confirmPassword: password,
			terms: undefined,
		})
		expect(messages(outcome)).toEqual(['Please accept the Terms and Policy to continue', PERSONAL])
	})

	test.each([
		['alphabet soup', 'Al', 'Bo'],
		['a navy of horses', 'Grace', 'Hopper'],
	])('may contain a name of two letters or the mail provider: %s', (password, firstName, lastName) => {
		const email = 'grace.hopper@navy.example'
		expect(register({ firstName, lastName, email, password, confirmPassword: password }).success).toBe(true)
	})

	test('list of common passwords is in lower case, each at least 8 characters long', () => {
		expect(COMMON_PASSWORDS.size).toBeGreaterThan(1_000)
		for (const common of COMMON_PASSWORDS) {
			expect(common.length, common).toBeGreaterThanOrEqual(8)
			expect(foldCase(common), common).toBe(common)
		}
	})

	test('above the maximum length is rejected before it is hashed', () => {
		expect(LoginForm.safeParse({ email: 'a', password: 'x'.repeat(129) }).success).toBe(false)
	})

	test('form ignores a redirect address that is too long', () => {
		const typed = { email: 'ada@example.test', password: 'correct horse', redirectTo: `/${'x'.repeat(2000)}` }
		const parsed = LoginForm.safeParse(typed)
		expect(parsed.data).toEqual({ ...typed, redirectTo: undefined })
	})
})

test('a reset with two different passwords gets the message with a full stop', () => {
	const outcome = ResetPasswordForm.safeParse({ newPassword: 'correct horse', confirmPassword: 'x' })
	expect(outcome.error?.issues.map(issue => issue.message)).toEqual(['Passwords do not match.'])
})

describe('the six boxes of a code', () => {
	test.each([
		[['1', '2', '3', '4', '5', '6'], '123456'],
		[['123456', '', '', '', '', ''], '123456'],
		[[' 1', '2 ', '3', '4', '5', '6'], '123456'],
		[['123\u200b456', '', '', '', '', ''], '123456'],
		[['123 456', '', '', '', '', ''], '123456'],
		[['0', '0', '0', '0', '0', '0'], '000000'],
	])('%j join to %s', (boxes, code) => {
		expect(joinDigits(boxes)).toBe(code)
	})

	test.each([
		[[]],
		[['1', '2', '3', '4', '5', '']],
		[['1', '2', '3', '4', '5', '67']],
		[['1', '2', '3', '4', '5', 'x']],
		[['１', '２', '３', '４', '５', '６']],
		[[new File(['123456'], 'code.txt')]],
	])('%j are no code', boxes => {
		expect(joinDigits(boxes)).toBeUndefined()
	})
})

test('a first name cannot contain an address', () => {
	const typed = { lastName: 'Example', email: 'ada@example.test', password: 'long enough', terms: 'on' }
	const named = (firstName: string) =>
		RegisterForm.safeParse({ ...typed, firstName, confirmPassword: typed.password }).success
	expect(named('Anne-Marie d’Arc')).toBe(true)
	for (const name of ['win.example', 'https://win', 'win/now', 'a@b', '=?utf-8?Q?win?='])
		expect(named(name)).toBe(false)
})
