import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import type { z } from 'zod'
import { PasswordsBusyError } from '../auth/password.server'
import { isFullDisk } from '../db/busy.server'
import { requestContext } from '../http/request-context.server'
import { badRequest, notFound, retryAfterHeader } from '../http/responses.server'
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
/** Fields that nobody types. */
const HIDDEN = ['intent', 'version', 'seen']

/**
 * Parses a form with a schema, ignoring the fields of conform's own script (`__intent__`, `__state__`). Nested names
 * (`a[0].b`) and endlessly repeated names, for which conform takes quadratic time (44 s for 64 kB), occur in no form of
 * ours.
 * @throws Response 400 for such a form, and for one whose hidden fields are invalid.
 */
export function parseForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
	const names = [...form.keys()]
	if (names.length > MAX_FIELDS || names.some(name => /[.[\]]/.test(name))) {
		throw badRequest()
	}
	form.delete('__intent__')
	form.delete('__state__')
	const submission = parseWithZod(form, { schema })
	if (submission.status !== 'success' && HIDDEN.some(name => submission.error?.[name])) throw badRequest()
	return submission
}

/**
 * Why a form was refused, beyond the errors of its schema. `field`: the one that it is about; without it, the form.
 * `title`: of the error summary. `retryAfter`: seconds.
 */
export type FormRefusal = {
	message: string
	code?: string | undefined
	field?: string | undefined
	title?: string | undefined
	status?: number | undefined
	retryAfter?: number | undefined
}

/**
 * Returns the status and headers of a page that shows a refusal: its own status, 503 while too much image work waits,
 * 409 if the data of the form has changed, 429 with the time to wait, else 422.
 */
export function refusalInit({
	status,
	code,
	retryAfter,
}: {
	status?: number | undefined
	code?: string | undefined
	retryAfter?: number | undefined
}): ResponseInit {
	const known = code === 'busy' ? 503 : code === 'changed' ? 409 : code === 'too-many' ? 429 : undefined
	return {
		status: status ?? known ?? (retryAfter ? 429 : 422),
		...(retryAfter ? { headers: retryAfterHeader(retryAfter) } : {}),
	}
}

/** Data of a page with a refused form: conform's result, the title of the error summary, and the refusal's code. */
export type RefusedForm = { result: SubmissionResult; title?: string | undefined; code?: string | undefined }

/**
 * Renders the page again with the input and its errors: those of the schema (400), and `refusal` or `fieldErrors`
 * besides them ({@link refusalInit}). Blanks passwords and keys.
 */
export function formReply<Input, Output>(
	submission: Submission<Input, string[], Output>,
	refusal: { [Name in keyof FormRefusal]?: FormRefusal[Name] | undefined } = {},
	fieldErrors?: Record<string, string[]>,
) {
	const { message, field, title, code, status = 400 } = refusal
	const errors = message === undefined ? {} : { [field ?? '']: [message] }
	const { '': formErrors, ...ofFields } = { ...fieldErrors, ...errors }
	const hideFields = Object.keys(submission.payload).filter(name => /password|_key$/i.test(name))
	const result = submission.reply({
		hideFields,
		...(formErrors ? { formErrors } : {}),
		...(Object.keys(ofFields).length > 0 ? { fieldErrors: ofFields } : {}),
	})
	const init = message === undefined && !fieldErrors ? { status } : refusalInit(refusal)
	return data({ result, title, code } satisfies RefusedForm, init)
}

/** What {@link catchUnexpected} returns for a command that failed. */
export type UnexpectedFailure = FormRefusal & { ok: false; code: 'unexpected'; status: number }

/**
 * Runs a command whose unexpected failure must not lose the visitor's input: a bug or a database error becomes a logged
 * 500 with the form on it, a full disk a 503. Responses (redirects) pass through.
 */
export async function catchUnexpected<T>(
	command: () => Promise<T>,
	{ message = UNEXPECTED, title }: Partial<Pick<FormRefusal, 'message' | 'title'>> = {},
): Promise<T | UnexpectedFailure> {
	const failure = { ok: false, code: 'unexpected', ...(title ? { title } : {}) } as const
	try {
		return await command()
	} catch (error) {
		if (error instanceof Response) throw error
		if (error instanceof PasswordsBusyError) return { ...failure, status: 503, retryAfter: 5, message: BUSY }
		log.error({ err: error, requestId: requestContext()?.id }, 'form failed')
		return { ...failure, status: isFullDisk(error) ? 503 : 500, message }
	}
}

/** The statuses of a decision about an order. */
export const DECISION = { status: 409, invalidStatus: 422 }

/**
 * How a form is refused, unless its command says otherwise. `message`: of an unexpected failure. `status`: of a refusal
 * without a field.
 */
type Failed = Partial<Pick<FormRefusal, 'title' | 'message' | 'field' | 'status'>> & {
	/** The status for errors of the schema, by default 400. */
	invalidStatus?: number
	/** Answers when the form's subject does not exist (the code `unknown`), by default with a 404. */
	ifUnknown?: () => Promise<never>
}

/**
 * Parses a form with its schema and, if it is valid, runs its command.
 * @returns the value and the result of the command; or the code of the refusal, undefined for errors of the schema, and
 * the page to return ({@link formReply}).
 * @throws Response 404 when the command refuses with the code `unknown`, unless `ifUnknown` answers.
 */
export async function submitForm<
	Schema extends z.ZodType,
	Outcome extends { ok: true } | ({ ok: false } & FormRefusal),
>(
	form: FormData,
	schema: Schema,
	command: (value: z.output<Schema>) => Promise<Outcome>,
	{ message, invalidStatus, ifUnknown, ...refused }: Failed = {},
) {
	const submission = parseForm(form, schema)
	if (submission.status !== 'success') {
		const reply = formReply(submission, invalidStatus ? { status: invalidStatus } : {})
		return { ok: false as const, code: undefined, reply }
	}
	const { value } = submission
	const outcome = await catchUnexpected(() => command(value), message ? { message } : {})
	if (outcome.ok) return { ok: true as const, value, outcome: outcome as Extract<Outcome, { ok: true }> }
	const { code, field }: { code?: string | undefined; field?: string | undefined } = outcome
	if (code === 'unknown') throw ifUnknown ? await ifUnknown() : notFound()
	const reply = formReply(submission, { ...refused, ...(field ? { status: undefined } : {}), ...outcome })
	return { ok: false as const, code, reply }
}
