import type { ComponentProps, ReactNode } from 'react'

/** What a field needs to know; the FieldMetadata of conform fits, and so does `plainField`. */
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
			<div className="input-row" data-enhance="reveal">
				<input {...rest} {...controlProps(field, help)} type="password" className="input" />
				<button className="reveal" type="button" aria-controls={field.id} aria-pressed="false" hidden>
					Show
				</button>
			</div>
		</FieldShell>
	)
}

type PasswordFieldProps = Parameters<typeof PasswordField>[0]

/** A password to be set, and the same again. */
export function NewPasswordFields({
	password,
	label,
	confirm,
}: {
	password: PasswordFieldProps['field']
	label: string
	confirm: PasswordFieldProps['field']
}) {
	return (
		<>
			<PasswordField
				field={password}
				label={label}
				help="8 to 128 characters. A sentence is better than a puzzle."
				autoComplete="new-password"
				minLength={8}
				maxLength={128}
			/>
			<PasswordField field={confirm} label="Confirm password" autoComplete="new-password" maxLength={128} />
		</>
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
				data-enhance={rest.maxLength ? 'counter' : undefined}
				className="input"
			/>
			{rest.maxLength ? (
				<p className="help figures with-scripts" data-counter aria-live="off">
					&nbsp;
				</p>
			) : null}
		</FieldShell>
	)
}

/** A choice of one from a list; the options are the children. */
export function SelectField({ field, label, help, optional, children, ...rest }: Control<'select'>) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<select defaultValue={field.defaultValue} {...rest} {...controlProps(field, help)} className="input">
				{children}
			</select>
		</FieldShell>
	)
}

/**
 * A file. `accept` and `maxBytes` let scripts speak early; the server decides.
 * `typeMessage` and `sizeMessage` are the words it would use.
 */
export function FileField({
	field,
	label,
	help,
	optional,
	maxBytes = 5 * 1024 * 1024,
	typeMessage = 'Only PNG, JPG, or PDF files are allowed',
	sizeMessage = 'File size must not exceed 5MB',
	...rest
}: Omit<Control<'input'>, 'type'> & { maxBytes?: number; typeMessage?: string; sizeMessage?: string }) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<input
				{...rest}
				{...controlProps(field, help)}
				type="file"
				className="input"
				data-enhance="file"
				data-max-bytes={maxBytes}
				data-type-message={typeMessage}
				data-size-message={sizeMessage}
			/>
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
