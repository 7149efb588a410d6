import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CodeInput } from './code-step'
import { ErrorSummary, errorItems } from './error-summary'
import { CheckField, InputField, PasswordField, plainField, TextareaField } from './field'

const html = renderToStaticMarkup

describe('InputField', () => {
	test('associates the label, the help and the error with the control', () => {
		const markup = html(
			<InputField
				field={plainField('email', 'a@', ['Not an address'])}
				label="Email"
				help="Where we write to."
			/>,
		)
		expect(markup).toContain('<label class="label" for="email">')
		expect(markup).toContain('aria-describedby="email-help email-error"')
		expect(markup).toContain('aria-invalid="true"')
		expect(markup).toContain('<p class="help" id="email-help">')
		expect(markup).toContain('<div id="email-error"><p class="error">Not an address</p></div>')
		expect(markup).toContain('value="a@"')
	})

	test('sets no aria-describedby without help or error', () => {
		const markup = html(<InputField field={plainField('email')} label="Email" />)
		expect(markup).not.toContain('aria-')
	})

	test('marks optional fields', () => {
		expect(html(<InputField field={plainField('a')} label="A" optional />)).toContain('(optional)')
	})
})

describe('PasswordField', () => {
	test('never renders a password into the page', () => {
		expect(html(<PasswordField field={plainField('password', 'secret')} label="Password" />)).not.toContain(
			'secret',
		)
	})

	test('hides the control that needs scripts until they run', () => {
		expect(html(<PasswordField field={plainField('password')} label="Password" />)).not.toContain('<button')
	})
})

describe('TextareaField', () => {
	test('has a counter only with a limit', () => {
		expect(html(<TextareaField field={plainField('t')} label="T" maxLength={200} />)).toContain(
			'<character-count',
		)
		expect(html(<TextareaField field={plainField('t')} label="T" />)).not.toContain('<character-count')
	})
})

describe('CheckField', () => {
	test('keeps a submitted tick', () => {
		expect(html(<CheckField field={plainField('terms', 'on')} label="Terms" />)).toContain('checked=""')
		expect(html(<CheckField field={plainField('terms')} label="Terms" />)).not.toContain('checked')
	})
})

describe('CodeInput', () => {
	test('renders six boxes named digit, the first of which accepts a whole code', () => {
		const markup = html(<CodeInput id="code" errorId="code-error" isInvalid={false} typed={[]} autoFocus />)
		expect(markup.match(/name="digit"/g)).toHaveLength(6)
		expect(markup.match(/maxLength="7"/g)).toHaveLength(1)
		expect(markup.match(/autoComplete="one-time-code"/g)).toHaveLength(1)
	})
})

describe('ErrorSummary', () => {
	const form = { id: 'contact', allErrors: { email: ['Wrong'], '': ['Too many attempts'] } }

	test('links each error to its field, and form errors to none', () => {
		expect(errorItems(form)).toEqual([
			{ id: 'contact-email', text: 'Wrong' },
			{ id: undefined, text: 'Too many attempts' },
		])
	})

	test('keeps the order of the page, and names the field of a repeated message', () => {
		const long = 'Please use at most 200 characters'
		const allErrors = { bank: [long], email: ['Wrong'], '': [long], name: [long], other: ['Wrong too'] }
		const labels = { name: 'Full name or company name', email: 'Email', bank: 'Bank name' }
		expect(errorItems({ id: 'payment', allErrors }, labels)).toEqual([
			{ id: undefined, text: long },
			{ id: 'payment-other', text: 'Wrong too' },
			{ id: 'payment-name', text: `Full name or company name: ${long}` },
			{ id: 'payment-email', text: 'Wrong' },
			{ id: 'payment-bank', text: `Bank name: ${long}` },
		])
	})

	test('receives focus and is announced', () => {
		const markup = html(<ErrorSummary form={form} />)
		expect(markup).toContain('role="alert"')
		expect(markup).toContain('tabIndex="-1"')
		expect(markup).toContain('autoFocus=""')
		expect(markup).toContain('href="#contact-email"')
	})

	test('is not rendered without errors', () => {
		expect(html(<ErrorSummary form={{ id: 'contact', allErrors: {} }} />)).toBe('')
	})
})
