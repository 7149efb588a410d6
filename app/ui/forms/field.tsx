import type { ComponentProps, ReactNode } from 'react'
import { FILE_MESSAGES, MAX_FILE_BYTES } from '~/domain/files/rules'

/** The metadata of a field: conform's FieldMetadata, or the result of `plainField`. */
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

/** Creates the metadata of a field outside conform, as in a search form. */
export function plainField(name: string, defaultValue?: string, errors?: string[]): FieldMeta {
	return { id: name, name, errorId: `${name}-error`, descriptionId: `${name}-help`, errors, defaultValue }
}

type Shell = { field: FieldMeta; label: ReactNode; help?: ReactNode; optional?: boolean | undefined }

/** Returns the ids and ARIA attributes that connect a control to its help and errors. */
export function controlProps(field: FieldMeta, help?: ReactNode, required?: boolean) {
	const invalid = Boolean(field.errors?.length)
	const describedBy = [help ? field.descriptionId : '', invalid ? field.errorId : '']
		.filter(Boolean)
		.join(' ')
	return {
		id: field.id,
		name: field.name,
		required: field.required || required || undefined,
		'aria-invalid': invalid || undefined,
		'aria-describedby': describedBy || undefined,
	}
}

/** The errors of a field, where its control refers to them. */
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

function FieldNotes({ field, help }: Pick<Shell, 'field' | 'help'>) {
	return (
		<>
			{help ? (
				<p className="help" id={field.descriptionId}>
					{help}
				</p>
			) : null}
			<FieldErrors field={field} />
		</>
	)
}

/** The frame shared by all controls: label above, help and errors below. */
export function FieldShell({ field, label, help, optional, children }: Shell & { children: ReactNode }) {
	return (
		<div className="field">
			<label className="label" htmlFor={field.id}>
				{label}
				{optional ? <span className="font-normal text-muted"> (optional)</span> : null}
			</label>
			{children}
			<FieldNotes field={field} help={help} />
		</div>
	)
}

type Control<Tag extends 'input' | 'textarea' | 'select'> = Shell &
	Omit<ComponentProps<Tag>, 'id' | 'name' | 'className' | 'defaultChecked'>

/** A one-line input: text, email, tel, url, number, date and so on. */
export function InputField({ field, label, help, optional, type = 'text', ...rest }: Control<'input'>) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<input
				defaultValue={type === 'password' ? undefined : field.defaultValue}
				{...rest}
				{...controlProps(field, help, rest.required)}
				type={type}
				className="input"
			/>
		</FieldShell>
	)
}

/** A password, never sent back to the page; scripts add a button that shows and hides it. */
export function PasswordField({ field, label, help, ...rest }: Omit<Control<'input'>, 'type'>) {
	return (
		<FieldShell field={field} label={label} help={help}>
			<password-reveal className="input-row">
				<input {...rest} {...controlProps(field, help, rest.required)} type="password" className="input" />
			</password-reveal>
		</FieldShell>
	)
}

/** A text of several lines; with `maxLength`, scripts count the characters left. */
export function TextareaField({ field, label, help, optional, ...rest }: Control<'textarea'>) {
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			<textarea
				defaultValue={field.defaultValue}
				{...rest}
				{...controlProps(field, help, rest.required)}
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

/** A choice from a list: `options` by their values, and the children. */
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
			<select
				defaultValue={field.defaultValue}
				{...rest}
				{...controlProps(field, help, rest.required)}
				className="input"
			>
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
 * A file. Scripts check its type and size early, with the server's messages; a form that does so itself
 * sets `checked={false}`.
 */
export function FileField({
	field,
	label,
	help,
	optional,
	typeMessage = FILE_MESSAGES.receiptType,
	sizeMessage = FILE_MESSAGES.tooLarge,
	checked = true,
	...rest
}: Omit<Control<'input'>, 'type' | 'checked'> & {
	typeMessage?: string
	sizeMessage?: string
	checked?: boolean
}) {
	const input = (
		<input {...rest} {...controlProps(field, help, rest.required)} type="file" className="input" />
	)
	return (
		<FieldShell field={field} label={label} help={help} optional={optional}>
			{checked ? (
				<file-check max-bytes={MAX_FILE_BYTES} type-message={typeMessage} size-message={sizeMessage}>
					{input}
				</file-check>
			) : (
				input
			)}
		</FieldShell>
	)
}

/** The help of a file field whose earlier choice the server has kept: browsers cannot show it in the field itself. */
export function KeptFile({ name }: { name: string }) {
	return (
		<>
			<strong className="text-fg">{name}</strong> is kept; choose another to replace it.
		</>
	)
}

/** A checkbox whose label is to the right and part of the target. */
export function CheckField({ field, label, help, ...rest }: Omit<Control<'input'>, 'type'>) {
	return (
		<div className="field">
			<label className="check" htmlFor={field.id}>
				<input
					defaultChecked={field.defaultChecked ?? field.defaultValue === 'on'}
					{...rest}
					{...controlProps(field, help, rest.required)}
					type="checkbox"
				/>
				<span>{label}</span>
			</label>
			<FieldNotes field={field} help={help} />
		</div>
	)
}
