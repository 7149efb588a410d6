import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import type { z } from 'zod'
import { PasswordsBusyError } from '../auth/password.server'
import { isFullDisk } from '../db/busy.server'
import { requestContext } from '../http/request-context.server'
import { badRequest } from '../http/responses.server'
import { log } from '../ops/log.server'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'
const BUSY = 'Too many people are logging in at the moment. Please try again in a few seconds.'

/**
 * Reads the fields of a posted form.
 * @throws Response 400 when the body is no form.
 */
export async function readForm(request: Request): Promise<FormData> {
	try {
		return await request.formData()
	} catch {
		throw badRequest()
	}
}

/** More than any of our forms has. */
const MAX_FIELDS = 200

/**
 * Parses a form with a schema, ignoring the fields of conform's own script (`__intent__`, `__state__`). Nested names
 * (`a[0].b`) and endlessly repeated names, for which conform takes quadratic time (44 s for 64 kB), occur in no form of
 * ours.
 * @throws Response 400 for such a form.
 */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
	const names = [...form.keys()]
	if (names.length > MAX_FIELDS || names.some(name => /[.[\]]/.test(name))) {
		throw badRequest()
	}
	form.delete('__intent__')
	form.delete('__state__')
	return parseWithZod(form, { schema })
}

/** Why a form was refused, beyond the errors of its schema. `retryAfter`: seconds; makes the answer a 429. */
export type FormRefusal = {
	message: string
	field?: string
	retryAfter?: number
	title?: string | undefined
	status?: number
}

/** Returns the status for the refusal of a command, or for what {@link catchUnexpected} returned in its place. */
export const toStatus = (outcome: { status?: number } | { code: string }) =>
	('status' in outcome ? outcome.status : undefined) ?? 409

/** Data of a page with a refused form: conform's result, and a title for the error summary. */
export type RefusedForm = { result: SubmissionResult; title: string | undefined }

/**
 * Renders the page again with the input and its errors: 400 for the schema's errors, 422 or 429 for a refusal, or for
 * `fieldErrors` besides those of the schema. Blanks passwords and keys.
 */
export function formReply<Input, Output>(
	submission: Submission<Input, string[], Output>,
	refusal?: FormRefusal,
	fieldErrors?: Record<string, string[]>,
) {
	const hideFields = Object.keys(submission.payload).filter(name => /password|_key$/i.test(name))
	const result: SubmissionResult = !refusal
		? submission.reply({ hideFields, ...(fieldErrors ? { fieldErrors } : {}) })
		: refusal.field
			? submission.reply({ hideFields, fieldErrors: { [refusal.field]: [refusal.message] } })
			: submission.reply({ hideFields, formErrors: [refusal.message] })
	const headers = new Headers()
	if (refusal?.retryAfter) headers.set('Retry-After', String(refusal.retryAfter))
	const status = refusal ? (refusal.status ?? (refusal.retryAfter ? 429 : 422)) : fieldErrors ? 422 : 400
	return data({ result, title: refusal?.title } satisfies RefusedForm, { status, headers })
}

/**
 * Replies with the input and `errors` besides those of the schema. `isChecked` false: the schema has not run yet, as
 * for a preview.
 */
export function replyWithErrors<Input, Output>(
	submission: Submission<Input, string[], Output>,
	{ form, ...fields }: { form?: string } & Record<string, string | undefined>,
	isChecked: boolean,
): SubmissionResult<string[]> {
	const fieldErrors: Record<string, string[]> = {}
	for (const [name, text] of Object.entries(fields)) if (text) fieldErrors[name] = [text]
	const reply = submission.reply({ ...(form ? { formErrors: [form] } : {}), fieldErrors })
	if (isChecked) return reply
	const { initialValue } = submission.reply()
	return { ...(initialValue ? { initialValue } : {}), error: fieldErrors }
}

/** Returns the errors by field name. */
export function getFieldErrors({ error }: SubmissionResult<string[]>): Record<string, string[]> {
	return Object.fromEntries(Object.entries(error ?? {}).map(([name, texts]) => [name, texts ?? []]))
}

/** Renders the page of a form without typed input again, with the reason of the refusal. */
export function formError({ message, field, title, retryAfter, status }: FormRefusal) {
	const headers = new Headers()
	if (retryAfter) headers.set('Retry-After', String(retryAfter))
	return data({ message, field, title }, { status: status ?? (retryAfter ? 429 : 422), headers })
}

/**
 * Runs a command whose unexpected failure must not lose the visitor's input: a bug or a database error becomes a logged
 * 500 with the form on it, a full disk a 503. Responses (redirects) pass through.
 */
export async function catchUnexpected<T>(
	command: () => Promise<T>,
	refusal: Partial<FormRefusal> = {},
): Promise<T | ({ ok: false } & FormRefusal)> {
	try {
		return await command()
	} catch (error) {
		if (error instanceof Response) throw error
		if (error instanceof PasswordsBusyError) return { ok: false, status: 503, retryAfter: 5, message: BUSY }
		log.error({ err: error, requestId: requestContext()?.id }, 'form failed')
		return { ok: false, status: isFullDisk(error) ? 503 : 500, message: UNEXPECTED, ...refusal }
	}
}

/**
 * Parses a form with its schema and, if it is valid, runs its command. `failed`: the title of the summary when the
 * command refuses, or the message when it fails. 409 when the command reports that somebody else has changed the data
 * of the form.
 * @returns the value and the result of the command, or the page again ({@link formReply}) with the code of the refusal.
 */
export async function submitForm<
	Schema extends z.ZodType,
	Outcome extends { ok: true } | ({ ok: false; code?: string } & FormRefusal),
>(
	form: FormData,
	schema: Schema,
	command: (value: z.output<Schema>) => Promise<Outcome>,
	failed: string | Partial<FormRefusal> = {},
) {
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') {
		return { ok: false as const, code: undefined, reply: formReply(submission) }
	}
	const { value } = submission
	const [title, broken] = typeof failed === 'string' ? [failed, {}] : [undefined, failed]
	const outcome: Outcome | ({ ok: false } & FormRefusal) = await catchUnexpected(() => command(value), broken)
	if (!outcome.ok) {
		const refused: { code?: string } & FormRefusal = outcome
		const status = refused.code === 'changed' ? { status: 409 } : {}
		const reply = formReply(submission, { title, ...status, ...refused })
		return { ok: false as const, code: refused.code, reply }
	}
	return { ok: true as const, value, outcome: outcome as Extract<Outcome, { ok: true }> }
}
