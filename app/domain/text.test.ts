import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cleanLine, cleanText, isOneLine, toOneLine } from './text'

const HIDDEN: [name: string, character: string][] = [
	['zero-width space', '\u200b'],
	['zero-width joiner', '\u200d'],
	['zero-width non-joiner', '\u200c'],
	['soft hyphen', '\u00ad'],
	['word joiner', '\u2060'],
	['byte order mark', '\ufeff'],
	['right-to-left mark', '\u200f'],
	['left-to-right override', '\u202d'],
	['isolate', '\u2066'],
	['combining grapheme joiner', '\u034f'],
	['hangul filler', '\u3164'],
	['variation selector', '\ufe0f'],
	['tag', '\u{e0041}'],
	['private use', '\ue000'],
	['half of a pair', '\ud800'],
	['unassigned', '\u{e0fff}'],
	['braille blank', '\u2800'],
	['null notehead', '\u{1d159}'],
	['Khitan filler', '\u{16fe4}'],
]
const CONTROLS: typeof HIDDEN = [
	['NUL', '\0'],
	['line feed', '\n'],
	['carriage return', '\r'],
	['escape', '\u001b'],
	['delete', '\u007f'],
	['next line', '\u0085'],
	['line separator', '\u2028'],
	['paragraph separator', '\u2029'],
]
const SPACES: typeof HIDDEN = [
	['no-break space', '\u00a0'],
	['narrow no-break space', '\u202f'],
	['ideographic space', '\u3000'],
	['tab', '\t'],
]

describe('a single-line text', () => {
	test.each(HIDDEN)('loses a %s', (_, character) => {
		expect(cleanLine(`${character}FT12${character}34${character}`)).toBe('FT1234')
	})
	test.each(SPACES)('gets a plain space for a %s, and is trimmed', (_, character) => {
		expect(cleanLine(`${character}a${character}b${character}`)).toBe('a b')
	})
	test.each(CONTROLS)('is rejected with a %s in it, except at its ends', (_, character) => {
		expect(isOneLine(cleanLine(`a${character}b`))).toBe(false)
		expect(toOneLine(`a${character}b`)).toBe('a b')
	})
	test('keeps all visible characters', () => {
		for (const seen of ['Zoë O’Neill-Świątek', '安 3rd', '£1,000 (50 %)', 'e\u0301', 'नमस्ते', '🔒']) {
			expect(cleanLine(seen)).toBe(seen)
			expect(isOneLine(seen)).toBe(true)
		}
	})
})

describe('a multi-line text', () => {
	test.each([...HIDDEN, ['NUL', '\0'] as const])('loses a %s', (_, character) => {
		expect(cleanText(`a${character}b\nc`)).toBe('ab\nc')
	})
	test.each(['\r\n', '\r', '\n', '\u0085', '\u2028', '\u2029', '\v'])(
		'gets one line break for %j',
		character => {
			expect(cleanText(`a${character}b`)).toBe('a\nb')
		},
	)
	test('keeps emoji sequences and the joiners within Persian words', () => {
		for (const seen of ['👨‍👩‍👧 family', '❤️ heart', '🏳️‍🌈', '👩🏽‍🚀', 'می‌خواهم'])
			expect(cleanText(seen)).toBe(seen)
	})
})

/* Valid input for every form schema. Passwords may contain any characters. */
const person = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.test' }
const UUID = '0dfc8ddc-df24-4c5b-8a5e-0f3a1c7b2d4e'
const SAMPLES: Record<string, Record<string, string>> = {
	RegisterForm: { ...person, password: 'correct horse', confirmPassword: 'correct horse', terms: 'on' },
	LoginForm: {
		email: person.email,
		password: 'correct horse',
		redirectTo: '/user/history',
		sealedForm: 'a-b',
	},
	ForgotPasswordForm: { email: person.email },
	ResetPasswordForm: { newPassword: 'correct horse', confirmPassword: 'correct horse' },
	ContactForm: { ...person, message: 'Good day', leave_empty: 'x' },
	CreativeForm: {
		description: 'Two words',
		link: 'https://a.example/b',
		rotation: '0',
		fit: 'cover',
		position: 'centre',
		zoom: '2',
		position_x: '0.5',
		position_y: '0.5',
	},
	CreativeText: { description: 'Two words', link: 'https://a.example/b' },
	PaymentForm: {
		name: 'Example Ltd',
		email: person.email,
		country: 'UK',
		contact_no: '2079460000',
		bank_name: 'Example Bank',
		bank_account_no: '12345678',
		payment_id: 'FT12345678',
		details_confirmed: 'on',
		terms: 'on',
	},
	HistoryFilter: { q: 'FT12345678', status: 'pending', page: '1', sort: 'oldest' },
	ReviewFilter: {
		q: 'FT12345678',
		status: 'pending',
		page: '1',
		from: '2026-11-01',
		to: '2026-11-30',
		money: 'paid',
		sort: 'amount',
		size: '25',
	},
	AuditFilter: {
		q: 'Ada',
		kind: 'order',
		from: '2026-11-01',
		to: '2026-11-30',
		page: '1',
		who: UUID,
		sort: 'oldest',
	},
	SoldFilter: { q: 'Ada', page: '1', sort: 'oldest' },
	UserFilter: { q: 'Ada', page: '1', sort: 'oldest' },
	AddUserForm: { ...person, password: 'correct horse', confirmPassword: 'correct horse', terms: 'on' },
	EditUserForm: {
		name: 'Ada Example',
		email: person.email,
		version: '1',
		password: 'correct horse',
		confirmPassword: 'correct horse',
	},
	RoleForm: { intent: 'confirm', role: 'admin', version: '1', currentPassword: 'correct horse' },
	DeleteUserForm: { intent: 'delete', version: '1', seen: 'x' },
	OutboxFilter: { q: 'Ada', status: 'failed', page: '1', sort: 'oldest' },
	CouponFilter: { q: 'SUMMER', page: '1', sort: 'oldest' },
	CouponForm: {
		coupon_code: 'SUMMER',
		type: 'percentage',
		discount_amount: '10',
		min_purchase_amount: '100000',
		start_date: '2026-11-01',
		end_date: '2026-11-30',
		is_active: '1',
		max_uses: '5',
	},
	FreeOrderForm: {
		name: 'Example Ltd',
		email: person.email,
		country: 'UK',
		contact_no: '2079460000',
		details_confirmed: 'on',
		terms: 'on',
	},
	ApproveForm: { intent: 'approve', version: '1', reason: 'No money came' },
	AssignForm: { intent: 'assign', version: '1' },
	HouseSaleForm: { buyer_email: person.email },
	ReleaseForm: { reason: 'No money came', version: 'abcdefghijklmnopqrstuv' },
	ReopenEntryForm: { entry: UUID },
	ResendForm: { intent: 'resend' },
	ReverseForm: { intent: 'reverse', note: 'Wrong order' },
	EntryFilter: { match: 'exact', page: '1', open: UUID },
	ConfirmExactForm: { intent: 'confirm', payable: `${UUID}:${UUID}:1` },
	RejectForm: { intent: 'reject', version: '1', reason: 'No money came' },
	ConfirmDeletionForm: { seen: 'q83vEjRWeJCrze8SNFZ4kA' },
	DeletionForm: { currentPassword: 'correct horse', code: '123456' },
	EmailForm: { newEmail: 'ada@example.test', currentPassword: 'correct horse' },
	NameForm: { firstName: 'Ada', lastName: 'Lovelace' },
	PasswordForm: { currentPassword: 'x', newPassword: 'correct horse', confirmPassword: 'correct horse' },
	PhoneForm: { phone: '+44 20 7946 0000' },
	FirstCodeForm: { code: '123456' },
	GoogleLinkForm: { password: 'correct horse' },
	GoogleSignUpForm: { terms: 'on' },
	MaintenanceForm: { intent: 'confirm', maintenance_mode: '1', currentPassword: 'correct horse' },
	ProofForm: { currentPassword: 'correct horse', code: '123456' },
	SecondFactorForm: { code: '123456', redirectTo: '/user/history' },
	SessionForm: { intent: 'end-session', session: '0dfc8ddc-df24' },
	KeyForm: { name: 'Accounting', access: 'read', days: '90', currentPassword: 'correct horse' },
	StartForm: { currentPassword: 'correct horse' },
	BuyerForm: { buyer_email: person.email, transfer_till: '2027-03-31T12:00' },
	BankForm: {
		accountHolder: 'Example Ltd',
		bankName: 'Example Bank',
		branchAddress: '1 Example Street',
		accountNumber: 'GB82WEST12345698765432',
		swiftCode: 'EXMPGB00XXX',
		ifsc: 'EXMP0000000',
		sortCode: '12-34-56',
		iban: 'GB82WEST12345698765432',
	},
	PricesForm: { large: '10,000,000', medium: '1,000,000', small: '500,000', tiny: '100,000', version: '4' },
	BrandForm: {
		name: 'Example Grid',
		blurb: 'A grid of examples',
		founder: 'Ada Example',
		supportEmail: 'ada@example.test',
		phone: '+44 20 7946 0000',
		city1: 'London',
		address1: '1 Example Row',
		city2: 'Dubai',
		address2: 'Example Tower',
		instagram: 'https://a.example/b',
		linkedin: 'https://a.example/b',
		x: 'https://a.example/b',
		youtube: 'https://a.example/b',
		version: '0',
	},
	GatewayForm: {
		access_key: 'sk_test_1234',
		publish_key: 'pk_test_1234',
		wise_api_key: 'wise-1234',
		wise_profile_id: '1234',
		wise_environment: 'live',
		version: '0',
	},
	SecondAdministratorForm: { secondAbove: '1,000,000' },
	NotificationsForm: { paymentMails: 'daily', paymentMailsTo: 'ada@example.test' },
	CheckoutForm: { holdMinutes: '60', maxCellsPerOrder: '100', showCreatives: 'at-once' },
	ReceivedFilter: { q: 'Ada', status: 'waiting', page: '1', sort: 'oldest' },
	EditInvitationForm: { buyer_email: person.email, transfer_till: '2026-11-22T10:00', version: '1' },
	DeleteInvitationForm: { intent: 'delete', version: '1' },
	AddressForm: { intent: 'change', seen: 'ada@exmaple.test', email: 'ada@example.test' },
	MessageForm: { intent: 'write-buyer', message: 'One\nTwo' },
	NoteForm: { intent: 'add-note', note: 'One\nTwo' },
	InvitationForm: { intent: 'accept', confirmed: 'yes', version: '1', returnTo: '/user/dashboard' },
}
const MULTILINE = ['message', 'description', 'reason', 'NoteForm note']

const modules = import.meta.glob<Record<string, unknown>>('./**/{schema,*-schema,forms}.ts', { eager: true })
const schemas = Object.values(modules)
	.flatMap(Object.entries)
	.filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType && /^[A-Z]/.test(entry[0]))

/* A file, and a key that the server looks up. */
const NOT_TYPED = ['image', 'held']

/* Returns the names of all fields of a form. */
function getFields(schema: z.core.$ZodType): string[] {
	if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
	if (schema instanceof z.ZodPipe) return getFields(schema.in)
	if (schema instanceof z.ZodUnion) return schema.options.flatMap(getFields)
	throw new Error('This is no form')
}

test('every form has a sample of all its fields that it accepts', () => {
	expect(schemas.map(([name]) => name).sort()).toEqual(Object.keys(SAMPLES).sort())
	for (const [name, schema] of schemas) {
		expect(schema.safeParse(SAMPLES[name]).error, name).toBeUndefined()
	}
	const missing = schemas.flatMap(([name, schema]) =>
		getFields(schema)
			.filter(field => !NOT_TYPED.includes(field) && !(field in (SAMPLES[name] ?? {})))
			.map(field => `${name} ${field}`),
	)
	expect(missing).toEqual([])
})

const fields = schemas.flatMap(([name, schema]) =>
	Object.keys(SAMPLES[name] ?? {})
		.filter(field => !/password/i.test(field))
		.map(field => ({ name, field, schema, sample: SAMPLES[name] ?? {} })),
)

test.each(fields)('$name, $field: invisible characters are removed or rejected', row => {
	const { field, schema, sample } = row
	const value = sample[field] ?? ''
	for (const [name, character] of [...HIDDEN, ...CONTROLS, ...SPACES]) {
		const dirty = `${value.slice(0, 2)}${character}${value.slice(2)}`
		const outcome = schema.safeParse({ ...sample, [field]: dirty })
		if (!outcome.success) expect(outcome.error.issues[0]?.message, name).toMatch(/\S/)
		else if (character !== '\n') expect(getText(outcome.data), name).not.toContain(character)
	}
})

/* Returns the values as they are stored. */
function getText(data: unknown): string {
	return Object.values(data ?? {})
		.filter(value => typeof value === 'string')
		.join(' | ')
}

test('only multi-line fields keep line breaks', () => {
	for (const { field, schema, sample, name } of fields) {
		const value = sample[field] ?? ''
		const outcome = schema.safeParse({ ...sample, [field]: `${value}\r\nAnd more` })
		if (MULTILINE.includes(field) || MULTILINE.includes(`${name} ${field}`))
			expect(getText(outcome.data), `${name} ${field}`).toContain(`${value}\nAnd more`)
		else expect(getText(outcome.data), `${name} ${field}`).not.toContain('\n')
	}
})

test.each(['password', 'newPassword'])('a %s may contain any characters', field => {
	const [, schema] = schemas.find(([name]) => SAMPLES[name]?.[field] && name !== 'LoginForm') ?? []
	const typed = ' pass\u200bwörd\u00a0\u202e '
	const sample = { ...person, terms: 'on', [field]: typed, confirmPassword: typed }
	expect(schema?.parse(sample)).toMatchObject({ [field]: typed })
})
