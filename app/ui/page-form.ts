import type { SubmissionResult } from '@conform-to/react'
import type { FieldMeta } from './field'

/** A form of a page as the server draws it. */
export type PageForm = {
	id: string
	noValidate: boolean
	/** By the names of fields; '' is the form itself. */
	allErrors: Record<string, string[]>
	errors: string[] | undefined
	/** What stands in its fields. */
	initialValue: Readonly<Record<string, unknown>>
}

export type FieldsOf<Fields> = { [Name in keyof Fields & string]-?: FieldMeta }

type Constraint = { required?: boolean | undefined } | undefined

export type PageFormOptions<Fields> = {
	id: string
	lastResult?: SubmissionResult<string[]> | null | undefined
	defaultValue?: { [Name in keyof Fields]?: unknown } | undefined
	constraint?: { [Name in keyof Fields]?: Constraint } | undefined
	defaultNoValidate?: boolean | undefined
}

/**
 * What conform's useForm says of a form that is drawn once: errors and values of the last answer, or else what it
 * begins with. Nothing in the browser takes these forms over, and keeping their state costs more than drawing them.
 */
export function pageForm<Fields>({
	id,
	lastResult,
	defaultValue = {},
	constraint,
	defaultNoValidate = true,
}: PageFormOptions<Fields>): [form: PageForm, fields: FieldsOf<Fields>] {
	const allErrors = (lastResult?.error ?? {}) as Record<string, string[]>
	const initialValue = lastResult?.initialValue ?? defaultValue
	const form = { id, noValidate: defaultNoValidate, allErrors, errors: allErrors[''], initialValue }
	return [form, plainFields<Fields>(form, constraint)]
}

/**
 * The fields of a form as plain values. Conform's own, which fits for `form`, makes all that it knows of a field anew
 * for each thing that is read of it.
 */
export function plainFields<Fields>(
	{ id, allErrors, initialValue }: { id: string; allErrors: Record<string, string[]>; initialValue: unknown },
	constraint: Readonly<Record<string, Constraint>> = {},
): FieldsOf<Fields> {
	const values = (initialValue ?? {}) as Readonly<Record<string, unknown>>
	const known: Record<string, FieldMeta> = {}
	const fieldOf = (name: string): FieldMeta => {
		const value = written(values[name])
		return {
			id: `${id}-${name}`,
			name,
			errorId: `${id}-${name}-error`,
			descriptionId: `${id}-${name}-description`,
			errors: allErrors[name],
			defaultValue: value,
			defaultChecked: value === 'on' || undefined,
			required: constraint[name]?.required,
		}
	}
	return new Proxy(known, {
		get: (_, name) => {
			if (typeof name !== 'string') return undefined
			known[name] ??= fieldOf(name)
			return known[name]
		},
	}) as FieldsOf<Fields>
}

/* As conform writes values into fields. */
function written(value: unknown): string | undefined {
	const one = Array.isArray(value) ? value[0] : value
	if (typeof one === 'boolean') return one ? 'on' : undefined
	if (typeof one === 'number') return String(one)
	return typeof one === 'string' && one !== '' ? one : undefined
}
