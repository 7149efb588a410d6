import { describe, expect, test } from 'vitest'
import { joinDigits, LoginForm, RegisterForm, ResetPasswordForm } from './schema'

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

test('a complete registration is accepted; names and address are trimmed, the address in lower case', () => {
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
	[{ email: undefined }, 'Please enter your e-mail address'],
	[{ email: 'ada' }, 'Please enter a valid e-mail address'],
	[{ email: 'ada@example.test\nBcc: x@example.test' }, 'Please enter a valid e-mail address'],
	[{ email: `${'a'.repeat(250)}@example.test` }, 'This e-mail address is too long'],
	[{ password: undefined }, 'Please choose a password'],
])('a registration with %j says: %s', (change, message) => {
	expect(messages(register(change))).toContain(message)
})

test('all that is wrong is said at once', () => {
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
	])('of %i characters: %s', (length, ok) => {
		const password = 'x'.repeat(length)
		expect(register({ password, confirmPassword: password }).success).toBe(ok)
		expect(ResetPasswordForm.safeParse({ newPassword: password, confirmPassword: password }).success).toBe(ok)
	})

	test('may hold any characters, spaces at its ends included', () => {
		const password = ' pässwörd 密码 🔒 '
		expect(register({ password, confirmPassword: password }).data?.password).toBe(password)
	})

	test('too long to be one is refused before anything could hash it', () => {
		expect(LoginForm.safeParse({ email: 'a', password: 'x'.repeat(129) }).success).toBe(false)
	})

	test('a way back that is too long is forgotten rather than in the way', () => {
		const typed = { email: 'ada@example.test', password: 'correct horse', redirectTo: `/${'x'.repeat(2000)}` }
		const parsed = LoginForm.safeParse(typed)
		expect(parsed.data).toEqual({ ...typed, redirectTo: undefined })
	})
})

test('a reset with two different passwords says so with a full stop', () => {
	const outcome = ResetPasswordForm.safeParse({ newPassword: 'correct horse', confirmPassword: 'x' })
	expect(outcome.error?.issues.map(issue => issue.message)).toEqual(['Passwords do not match.'])
})

describe('the six boxes', () => {
	test.each([
		[['1', '2', '3', '4', '5', '6'], '123456'],
		[['123456', '', '', '', '', ''], '123456'],
		[[' 1', '2 ', '3', '4', '5', '6'], '123456'],
		[['0', '0', '0', '0', '0', '0'], '000000'],
	])('%j make %s', (boxes, code) => {
		expect(joinDigits(boxes)).toBe(code)
	})

	test.each([
		[[]],
		[['1', '2', '3', '4', '5', '']],
		[['1', '2', '3', '4', '5', '67']],
		[['1', '2', '3', '4', '5', 'x']],
		[['１', '２', '３', '４', '５', '６']],
		[[new File(['123456'], 'code.txt')]],
	])('%j make no code', boxes => {
		expect(joinDigits(boxes)).toBeUndefined()
	})
})

test('a name carries no address to where the code goes', () => {
	const typed = { lastName: 'Example', email: 'ada@example.test', password: 'long enough', terms: 'on' }
	const named = (firstName: string) =>
		RegisterForm.safeParse({ ...typed, firstName, confirmPassword: typed.password }).success
	expect(named('Anne-Marie d’Arc')).toBe(true)
	for (const name of ['win.example', 'https://win', 'win/now', 'a@b']) expect(named(name)).toBe(false)
})
