import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CodeInput } from './code-input'
import { ErrorSummary, errorItems } from './error-summary'
import { CheckField, InputField, PasswordField, plainField, TextareaField } from './field'

const html = renderToStaticMarkup

describe('InputField', () => {
	test('ties the label, the help and the error to the control', () => {
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

	test('points to nothing when there is nothing to point to', () => {
		const markup = html(<InputField field={plainField('email')} label="Email" />)
		expect(markup).not.toContain('aria-')
	})

	test('says which fields are optional', () => {
		expect(html(<InputField field={plainField('a')} label="A" optional />)).toContain('(optional)')
	})
})

describe('PasswordField', () => {
	test('never carries a password back to the page', () => {
		expect(html(<PasswordField field={plainField('password', 'secret')} label="Password" />)).not.toContain(
			'secret',
		)
	})

	test('leaves the control that only scripts can work to them', () => {
		expect(html(<PasswordField field={plainField('password')} label="Password" />)).not.toContain('<button')
	})
})

describe('TextareaField', () => {
	test('asks for a counter only when there is a limit', () => {
		expect(html(<TextareaField field={plainField('t')} label="T" maxLength={200} />)).toContain(
			'<character-count',
		)
		expect(html(<TextareaField field={plainField('t')} label="T" />)).not.toContain('<character-count')
	})
})

describe('CheckField', () => {
	test('keeps a tick that was sent', () => {
		expect(html(<CheckField field={plainField('terms', 'on')} label="Terms" />)).toContain('checked=""')
		expect(html(<CheckField field={plainField('terms')} label="Terms" />)).not.toContain('checked')
	})
})

describe('CodeInput', () => {
	test('draws six boxes named digit, the first of which takes a whole code', () => {
		const markup = html(<CodeInput field={{ id: 'code', errorId: 'code-error', errors: undefined }} />)
		expect(markup.match(/name="digit"/g)).toHaveLength(6)
		expect(markup.match(/maxLength="6"/g)).toHaveLength(1)
		expect(markup.match(/autoComplete="one-time-code"/g)).toHaveLength(1)
	})
})

describe('ErrorSummary', () => {
	const form = { id: 'contact', allErrors: { email: ['Wrong'], '': ['Too many attempts'] } }

	test('links each error to its field, and form errors to nothing', () => {
		expect(errorItems(form)).toEqual([
			{ id: 'contact-email', text: 'Wrong' },
			{ id: undefined, text: 'Too many attempts' },
		])
	})

	test('keeps the order of the page, and names the field where a message occurs more than once', () => {
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

	test('takes the focus and is announced', () => {
		const markup = html(<ErrorSummary form={form} />)
		expect(markup).toContain('role="alert"')
		expect(markup).toContain('tabIndex="-1"')
		expect(markup).toContain('autoFocus=""')
		expect(markup).toContain('href="#contact-email"')
	})

	test('is not there when nothing is wrong', () => {
		expect(html(<ErrorSummary form={{ id: 'contact', allErrors: {} }} />)).toBe('')
	})
})
