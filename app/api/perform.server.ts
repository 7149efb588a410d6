import { z } from 'zod'
import { API_BODY_LIMIT, errorAnswer, statusOfThrown } from '~/server/api-answer.server'
import { orRefusal } from '~/server/form.server'
import { claimKey, hashRequest, isIdempotencyKey, settleKey } from '~/server/idempotency.server'
import { asking } from '~/server/request-context.server'
import { readBearer, type SessionAccount } from '~/server/session.server'
import { readUploadForm } from '~/server/uploads.server'
import type { Done, Operation, Refused } from './operation.server'
import { statusOf } from './refusals'
import { fieldWords } from './words'

const NO_TOKEN = 'Authentication token not found. Please login again.'
/* For calls without words of their own, by who makes them: section 8 of the specifications 1 to 3. */
const FAILED = {
	anybody: 'An unexpected error occurred. Please try again.',
	account: 'API call failed',
	user: 'API call failed',
	admin: 'Operation failed',
} as const

/** Carries a call out: guard, parse, command, answer. @param params what varies in its path. */
export async function perform(
	operation: Operation,
	request: Request,
	params: Record<string, string | undefined>,
): Promise<Response> {
	try {
		const account = await admit(operation, request)
		const fields = operation.body ? await readFields(operation, request) : {}
		const given = {
			path: parse(operation.pathParams, params),
			query: parse(operation.query, Object.fromEntries(new URL(request.url).searchParams)),
			body: parse(operation.body, fields),
			account,
			by: { ...asking(), client: 'token' as const },
			signal: request.signal,
		}
		const { failed = FAILED[operation.who] } = operation
		const message = typeof failed === 'string' ? failed : failed(given.body as never)
		const run = () =>
			orRefusal<Done | Refused>(() => operation.run(given as never).catch(invalid), { message })
		const key = operation.once ? request.headers.get('idempotency-key') : null
		if (key === null || !account) return answerOf(operation, await run())
		return await runOnce(operation, run, { accountId: account.id, key, path: given.path, fields })
	} catch (error) {
		if (error instanceof z.ZodError) return answerOf(operation, invalid(error))
		if (error instanceof Response && error.headers.get('content-type')) return error
		const status = statusOfThrown(error)
		if (status >= 500) throw error
		return errorAnswer(status)
	}
}

/** The account behind the token, as far as the call needs one. @throws Response 401 or 403. */
async function admit({ who, method }: Operation, request: Request): Promise<SessionAccount | undefined> {
	if (who === 'anybody') return undefined
	const account = await readBearer(request, Date.now())
	if (!account) throw errorAnswer(401, request.headers.has('authorization') ? {} : { message: NO_TOKEN })
	if (who !== 'account' && account.role !== who) throw errorAnswer(403)
	if (account.isReadOnly && method !== 'GET') {
		throw errorAnswer(403, { code: 'read-only', message: 'This key may only read.' })
	}
	if (account.owesSecondFactor) {
		const message = 'Administrators need a second factor here. Please set one up in your settings.'
		throw errorAnswer(403, { code: 'second-factor-missing', message })
	}
	return account
}

/** What was sent, by name: of a name that is repeated the last. @throws Response 400, 413 or 415. */
async function readFields({ files }: Operation, request: Request): Promise<Record<string, unknown>> {
	const type = request.headers.get('content-type') ?? ''
	if (!files) {
		if (!/^application\/json\s*(;|$)/i.test(type)) throw errorAnswer(415)
		const body = await readJson(request)
		if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errorAnswer(400)
		return { ...body }
	}
	if (!/^multipart\/form-data\s*;/i.test(type)) throw errorAnswer(415)
	const form = await readUploadForm(request, { maxFiles: files.length, maxText: API_BODY_LIMIT })
	const isChosen = (value: FormDataEntryValue) =>
		typeof value === 'string' || value.name !== '' || value.size > 0
	return Object.fromEntries([...form].filter(([, value]) => isChosen(value)))
}

/* What is nested so deeply that it cannot be written again is no request: an Idempotency-Key keeps a hash of it. */
async function readJson(request: Request): Promise<unknown> {
	try {
		const body: unknown = await request.json()
		JSON.stringify(body)
		return body
	} catch {
		return undefined
	}
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
	return schema?.parse(value, { error: fieldWords })
}

/** An unexpected failure is not kept: the same key may be tried again. */
async function runOnce(
	operation: Operation,
	run: () => Promise<Done | Refused>,
	{ accountId, key, path, fields }: { accountId: string; key: string; path: unknown; fields: object },
): Promise<Response> {
	if (!isIdempotencyKey(key)) {
		const message = 'An Idempotency-Key has 1 to 200 plain characters.'
		return errorAnswer(400, { code: 'idempotency-key', message })
	}
	const call = `${operation.method} ${operation.path} ${JSON.stringify(path)}`
	const requestHash = await hashRequest(call, Object.entries(fields))
	const claim = { accountId, key, requestHash, now: Date.now() }
	const claimed = await claimKey(claim)
	switch (claimed.kind) {
		case 'answered': {
			const { status, body } = claimed.answer
			const headers = { ...JSON_HEADERS, 'Idempotent-Replayed': 'true' }
			return new Response(body, { status, headers })
		}
		case 'working':
			return errorAnswer(
				409,
				{ code: 'in-progress', message: 'The first request with this key is still being worked on.' },
				{ 'Retry-After': '1' },
			)
		case 'too-many':
			return errorAnswer(429, {}, { 'Retry-After': String(claimed.retryAfter) })
		case 'other':
			return errorAnswer(422, {
				code: 'idempotency-key',
				message: 'This Idempotency-Key was used for another request.',
			})
	}
	const answer = answerOf(operation, await run())
	const { status } = answer
	const isFinal = status < 500 && status !== 429
	await settleKey(claim, isFinal ? { status, body: await answer.clone().text() } : null)
	return answer
}

const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

function answerOf({ refusal }: Operation, outcome: Done | Refused): Response {
	if (outcome.ok) {
		const { message, data, beside } = outcome
		return Response.json({ success: true, message, data, ...beside }, { headers: JSON_HEADERS })
	}
	const { message, field, retryAfter, data } = outcome
	const fields = outcome.fields ?? (field ? { [field]: [message] } : undefined)
	const code = outcome.code ?? (retryAfter ? 'too-many' : (refusal?.code ?? 'refused'))
	const status = outcome.status ?? (outcome.code || retryAfter ? statusOf(code, retryAfter) : refusal?.status)
	return errorAnswer(
		status ?? 422,
		{
			message,
			code: status === 500 ? 'unexpected' : code,
			...(fields ? { fields } : {}),
			...(data === undefined ? {} : { data }),
		},
		retryAfter ? { 'Retry-After': String(retryAfter) } : {},
	)
}

/* A list can be wrong ten thousand times. Nobody reads further, and the answer would be larger than what was sent. */
const MOST_ISSUES = 100

/** What is wrong with each field; a field of an object in a list is named `list.0.name`. Other errors are thrown on. */
function invalid(error: unknown): Refused {
	if (!(error instanceof z.ZodError)) throw error
	const fields: Record<string, string[]> = {}
	for (const { path, message } of error.issues.slice(0, MOST_ISSUES)) {
		const name = path.join('.')
		fields[name] = [...(fields[name] ?? []), message]
	}
	return { ok: false, code: 'invalid', message: error.issues[0]?.message ?? '', fields }
}
