import type { ComponentProps, ReactNode } from 'react'
import type { RefusedForm } from '~/server/forms/form.server'
import { ErrorSummary } from './error-summary'
import { InputField, PasswordField, plainField, SelectField } from './field'
import { usePageForm } from './restored'

type FieldProps = Omit<ComponentProps<typeof InputField>, 'label'> & {
	label: string
	/** A password, which is never sent back to the page, or a choice of one: values and their labels. */
	control?: 'password' | Readonly<Record<string, string>>
}

/** The fields of a form in the order of the page, by name. A field that is not optional is required. */
export type FieldTable = Readonly<Record<string, Omit<FieldProps, 'field'>>>

/** A form of a signed-in page that is a table of fields; what stands below them are its children. */
export function TableForm({
	id,
	intent,
	action,
	table,
	values,
	version,
	refused,
	noValidate = false,
	className = 'form',
	intro,
	children,
}: {
	id: string
	/** Of the button, on a page with several forms. */
	intent?: string
	action?: string
	table: FieldTable
	values?: Readonly<Record<string, string | undefined>>
	/** Of what the form was drawn with. */
	version?: number
	refused: RefusedForm | undefined
	/** The server alone says what is wrong. */
	noValidate?: boolean
	className?: string
	/** Stands above the fields. */
	intro?: ReactNode
	children?: ReactNode
}) {
	const rows = Object.entries(table)
	const required = rows.map(([name, row]) => [name, { required: row.required ?? !row.optional }])
	const [form, fields] = usePageForm<Record<string, string | undefined>>({
		id,
		...(intent === undefined ? {} : { intent }),
		lastResult: refused?.result,
		defaultValue: { ...values },
		constraint: Object.fromEntries(required),
	})
	const labels = Object.fromEntries(rows.map(([name, { label }]) => [name, label]))
	return (
		<form method="post" id={id} action={action} className={className} noValidate={noValidate}>
			{intro}
			<ErrorSummary form={form} labels={labels} title={refused?.title} />
			{version === undefined ? null : <input type="hidden" name="version" value={version} />}
			{rows.map(([name, row]) => (
				<TableField key={name} {...row} field={fields[name] ?? plainField(name)} />
			))}
			{children}
		</form>
	)
}

function TableField({ control, required: _, ...field }: FieldProps) {
	if (control === 'password') {
		const { type: _type, ...password } = field
		return <PasswordField {...password} />
	}
	if (control === undefined) return <InputField {...field} />
	const { label, help, optional } = field
	return <SelectField field={field.field} label={label} help={help} optional={optional} options={control} />
}
