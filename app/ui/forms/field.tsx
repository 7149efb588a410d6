import type { ComponentProps, ReactNode } from 'react'
import { FILE_MESSAGES, MAX_FILE_BYTES } from '~/domain/files/rules'

/** The metadata of a field; conform's FieldMetadata fits, and so does `plainField`. */
export type FieldMeta = {
	id: string
	name: string
	errorId: string
	descriptionId: string
	errors: string[] | undefined
	defaultValue?: string | undefined
	defaultChecked?: boolean | undefined
	required?: boolean | undefined
}

/** A field outside conform, as in a search form. */
export function plainField(name: string, defaultValue?: string, errors?: string[]): FieldMeta {
	return { id: name, name, errorId: `${name}-error`, descriptionId: `${name}-help`, errors, defaultValue }
}

type Shell = { field: FieldMeta; label: ReactNode; help?: ReactNode; optional?: boolean | undefined }

/** The ids and aria attributes that tie a control to its help and its errors. */
export function controlProps(field: FieldMeta, help?: ReactNode) {
	const invalid = Boolean(field.errors?.length)
	const describedBy = [help ? field.descriptionId : '', invalid ? field.errorId : '']
		.filter(Boolean)
		.join(' ')
	return {
		id: field.id,
		name: field.name,
		required: field.required || undefined,
		'aria-invalid': invalid || undefined,
		'aria-describedby': describedBy || undefined,
	}
}

/** The errors of one field, in the place its control points to. */
export function FieldErrors({ field }: { field: FieldMeta }) {
	if (!field.errors?.length) return null
	return (
		<div id={field.errorId}>
			{field.errors.map(text => (
				<p className="error" key={text}>
					{text}
				</p>
			))}
		</div>
	)
}

/** Label above, control, help below, error under it: the frame every control shares. */
export function FieldShell({ field, label, help, optional, children }: Shell & { children: ReactNode }) {
	return (
		<div className="field">
			<label className="label" htmlFor={field.id}>
				{label}
				{optional ? <span className="optional"> (optional)</span> : null}
			</label>
			{children}
			{help ? (
				<p className="help" id={field.descriptionId}>
					{help}
				</p>
			) : null}
			<FieldErrors field={field} />
		</div>
	)
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = Shell &
	Omit<ComponentProps<Tag>, 'id' | 'name' | 'className' | 'defaultChecked'>

/** One line of text: text, email, tel, url, number, date and their kin. */
export function InputField({ field, label, help, optional, type = 'text', ...rest }: Control<'input'>) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<input
				defaultValue={type === 'password' ? undefined : field.defaultValue}
				{...rest}
				{...controlProps(field, help)}
				type={type}
				className="input"
			/>
		</FieldShell>
	)
}

/** A password, never sent back to the page; scripts add the control that shows and hides it. */
export function PasswordField({ field, label, help, ...rest }: Omit<Control<'input'>, 'type'>) {
	return (
		<FieldShell field={field} label={label} help={help}>
			<password-reveal className="input-row">
				<input {...rest} {...controlProps(field, help)} type="password" className="input" />
			</password-reveal>
		</FieldShell>
	)
}

/** Several lines; with `maxLength` and scripts the characters left are counted. */
export function TextareaField({ field, label, help, optional, ...rest }: Control<'textarea'>) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<textarea
				defaultValue={field.defaultValue}
				{...rest}
				{...controlProps(field, help)}
				className="input"
			/>
			{rest.maxLength ? (
				<character-count className="help figures with-scripts" of={field.id} aria-live="off">
					&nbsp;
				</character-count>
			) : null}
		</FieldShell>
	)
}

/** A choice of one from a list: `options` by their values, and the children. */
export function SelectField({
	field,
	label,
	help,
	optional,
	options = {},
	children,
	...rest
}: Control<'select'> & { options?: Readonly<Record<string, string>> }) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<select defaultValue={field.defaultValue} {...rest} {...controlProps(field, help)} className="input">
				{Object.entries(options).map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
				{children}
			</select>
		</FieldShell>
	)
}

/**
 * A file. `accept` and `maxBytes` let scripts speak early, with the words of the server, which decides; a form that
 * does so itself says `checked={false}`.
 */
export function FileField({
	field,
	label,
	help,
	optional,
	maxBytes = MAX_FILE_BYTES,
	typeMessage = FILE_MESSAGES.receiptType,
	sizeMessage = FILE_MESSAGES.tooLarge,
	checked = true,
	...rest
}: Omit<Control<'input'>, 'type' | 'checked'> & {
	maxBytes?: number
	typeMessage?: string
	sizeMessage?: string
	checked?: boolean
}) {
	const input = <input {...rest} {...controlProps(field, help)} type="file" className="input" />
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			{checked ? (
				<file-check max-bytes={maxBytes} type-message={typeMessage} size-message={sizeMessage}>
					{input}
				</file-check>
			) : (
				input
			)}
		</FieldShell>
	)
}

/** One box to tick, its words to the right and part of the target. */
export function CheckField({ field, label, help, ...rest }: Omit<Control<'input'>, 'type'>) {
	return (
		<div className="field">
			<label className="check" htmlFor={field.id}>
				<input
					defaultChecked={field.defaultChecked ?? field.defaultValue === 'on'}
					{...rest}
					{...controlProps(field, help)}
					type="checkbox"
				/>
				<span>{label}</span>
			</label>
			{help ? (
				<p className="help" id={field.descriptionId}>
					{help}
				</p>
			) : null}
			<FieldErrors field={field} />
		</div>
	)
}
