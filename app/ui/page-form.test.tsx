import { type SubmissionResult, useForm } from '@conform-to/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorSummary } from './error-summary'
import { CheckField, InputField, SelectField, TextareaField } from './field'
import { type FieldsOf, type PageForm, type PageFormOptions, pageForm, plainFields } from './page-form'

type Fields = Record<'name' | 'note' | 'kind' | 'agreed', string>

function Drawn({ form, fields }: { form: Omit<PageForm, 'initialValue'>; fields: FieldsOf<Fields> }) {
	return (
		<form id={form.id} noValidate={form.noValidate}>
			<ErrorSummary form={form} title={form.errors?.[0]} />
			<InputField field={fields.name} label="Name" help="In full" />
			<TextareaField field={fields.note} label="Note" maxLength={10} />
			<SelectField field={fields.kind} label="Kind">
				<option value="1">One</option>
				<option value="2">Two</option>
			</SelectField>
			<CheckField field={fields.agreed} label="Yes" />
		</form>
	)
}

function ByConform(options: PageFormOptions<Fields>) {
	const [form, fields] = useForm<Fields>(options as Parameters<typeof useForm<Fields>>[0])
	return <Drawn form={form as never} fields={fields} />
}

function PlainOfConform(options: PageFormOptions<Fields>) {
	const [form] = useForm<Fields>(options as Parameters<typeof useForm<Fields>>[0])
	return <Drawn form={form as never} fields={plainFields<Fields>(form as never, options.constraint)} />
}

function Plain(options: PageFormOptions<Fields>) {
	const [form, fields] = pageForm<Fields>(options)
	return <Drawn form={form} fields={fields} />
}

const refused: SubmissionResult<string[]> = {
	status: 'error',
	initialValue: { name: ['Ada', 'Grace'], note: '<b>', agreed: 'on' },
	error: { '': ['Not now'], name: ['Too long', 'Too odd'] },
}
const cases: Omit<PageFormOptions<Fields>, 'id'>[] = [
	{},
	{ defaultValue: { name: 'Ada', note: '', kind: 2, agreed: true } },
	{ defaultValue: { name: null, agreed: false }, constraint: { name: { required: true } } },
	{ defaultValue: { name: 'old', kind: '2' }, lastResult: refused, defaultNoValidate: false },
	{ lastResult: { initialValue: { kind: '2' } } },
	{ defaultValue: { name: '' } },
]

test.each(cases)('a form is drawn as conform would (%j)', options => {
	const wanted = renderToStaticMarkup(<ByConform id="one" {...options} />)
	expect(renderToStaticMarkup(<Plain id="one" {...options} />)).toBe(wanted)
	expect(renderToStaticMarkup(<PlainOfConform id="one" {...options} />)).toBe(wanted)
})
