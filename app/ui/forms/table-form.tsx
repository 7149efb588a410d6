import type { ComponentProps, ReactNode } from 'react'
import type { RefusedForm } from '~/server/forms/form.server'
import { ErrorSummary } from './error-summary'
import { CheckField, InputField, PasswordField, plainField, SelectField, TextareaField } from './field'
import { usePageForm } from './restored'

type FieldProps = Omit<ComponentProps<typeof InputField>, 'label'> & {
	/** Also used in the list of errors. */
	label: string
	/** A password (never sent back to the page), several lines, a checkbox, or a choice: values and their labels. */
	control?: 'password' | 'lines' | 'check' | Readonly<Record<string, string>>
	/** For several lines. */
	rows?: number
	/** The text next to a checkbox, if not its label. */
	text?: ReactNode
	/** Whether the next field is placed next to it, if there is room. */
	isPaired?: boolean
	/** Wraps the rendered field. */
	frame?: (field: ReactNode) => ReactNode
}

/** The fields of a form by name, in the order of the page. Fields are required unless `optional`. */
export type FieldTable = Readonly<Record<string, Omit<FieldProps, 'field'>>>

/** A form generated from a table of fields; its children follow the fields. */
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
	isSecondary,
	children,
}: {
	id: string
	/** Of the button, on a page with several forms. */
	intent?: string
	action?: string
	table: FieldTable
	values?: Readonly<Record<string, string | undefined>>
	/** The version of the data that the form shows. */
	version?: number
	refused: RefusedForm | undefined
	/** Disables the browser's own validation. */
	noValidate?: boolean
	className?: string
	/** Content above the fields. */
	intro?: ReactNode
	/** Keeps a dialog from focusing its first field. */
	isSecondary?: boolean
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
	const draw = ([name, row]: (typeof rows)[number]) => (
		<TableField key={name} {...row} field={fields[name] ?? plainField(name)} />
	)
	return (
		<form
			method="post"
			id={id}
			action={action}
			className={className}
			noValidate={noValidate}
			data-secondary={isSecondary}
		>
			{intro}
			<ErrorSummary form={form} labels={labels} title={refused?.title} />
			{version === undefined ? null : <input type="hidden" name="version" value={version} />}
			{rows.map((row, index) => {
				if (rows[index - 1]?.[1].isPaired) return null
				const next = row[1].isPaired ? rows[index + 1] : undefined
				if (!next) return draw(row)
				return (
					<div key={row[0]} className="grid items-start gap-6 sm:grid-cols-2">
						{draw(row)}
						{draw(next)}
					</div>
				)
			})}
			{children}
		</form>
	)
}

function TableField({
	control,
	frame = field => field,
	required: _,
	isPaired: _paired,
	...props
}: FieldProps) {
	const { text, rows, type, ...input } = props
	const { field, label, help, optional, maxLength, placeholder } = input
	const shell = { field, label, help, optional }
	if (control === undefined) return frame(<InputField {...input} type={type} />)
	if (control === 'password') return frame(<PasswordField {...input} />)
	if (control === 'check') return frame(<CheckField {...shell} label={text ?? label} />)
	if (control !== 'lines') return frame(<SelectField {...shell} options={control} />)
	return frame(<TextareaField {...shell} rows={rows} maxLength={maxLength} placeholder={placeholder} />)
}
