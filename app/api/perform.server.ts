import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { readBearer, type SessionAccount } from '~/server/auth/session.server'
import { isFullDisk } from '~/server/db/busy.server'
import { catchUnexpected } from '~/server/forms/form.server'
import { isChosen, readUploadForm } from '~/server/forms/uploads.server'
import { API_BODY_LIMIT, apiErrorResponse, statusOfThrown } from '~/server/http/api-response.server'
import {
	type Committed,
	claimKey,
	hashRequest,
	isIdempotencyKey,
	readCommitted,
	renewClaim,
	storeResponse,
} from '~/server/http/idempotency.server'
import { requestContext } from '~/server/http/request-context.server'
import { currentCaller } from '~/server/ops/caller.server'
import { log } from '~/server/ops/log.server'
import { describeFieldError } from './field-errors'
import { type ApiRefusal, type Operation, type Success, toSuccess } from './operation.server'
import { getStatus } from './refusals'

const NO_TOKEN = 'Authentication token not found. Please login again.'
/* Fallback messages, by access (P49). */
const FAILED = {
	anybody: 'An unexpected error occurred. Please try again.',
	account: 'API call failed',
	user: 'API call failed',
	admin: 'Operation failed',
} as const

/**
 * Runs an operation: checks access, parses the request, calls the command and creates the response.
 * @param params the path parameters.
 */
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
			by: { ...currentCaller(), client: 'token' as const },
			signal: request.signal,
		}
		const { failed = FAILED[operation.access] } = operation
		const message = typeof failed === 'string' ? failed : failed(given.body as never)
		const run = () =>
			catchUnexpected<Success | ApiRefusal>(() => operation.run(given as never).catch(invalid), { message })
		const key = operation.once ? request.headers.get('idempotency-key') : null
		if (key === null || !account) return toResponse(operation, await run())
		return await runOnce(operation, run, { account, key, path: given.path, fields })
	} catch (error) {
		if (error instanceof z.ZodError) return toResponse(operation, invalid(error))
		if (error instanceof Response && error.headers.get('content-type')) return error
		const status = statusOfThrown(error)
		if (isFullDisk(error)) {
			log.error({ err: error, requestId: requestContext()?.id }, 'operation failed')
			return apiErrorResponse(503, { retryAfter: FULL_DISK_SECONDS })
		}
		if (status >= 500) throw error
		return apiErrorResponse(status)
	}
}

/**
 * Returns the account of the token, if the operation needs one.
 * @throws Response 401 or 403.
 */
async function admit({ access, method }: Operation, request: Request): Promise<SessionAccount | undefined> {
	if (access === 'anybody') return undefined
	const account = await readBearer(request, Date.now())
	if (!account) throw apiErrorResponse(401, request.headers.has('authorization') ? {} : { message: NO_TOKEN })
	if (access !== 'account' && account.role !== access) throw apiErrorResponse(403)
	if (account.isReadOnly && method !== 'GET') {
		throw apiErrorResponse(403, { code: 'read-only', message: 'This key is read-only.' })
	}
	if (account.owesSecondFactor) {
		const message = 'Administrators need two-factor authentication here. Please set it up in your settings.'
		throw apiErrorResponse(403, { code: 'second-factor-missing', message })
	}
	return account
}

/**
 * Reads the fields by name; the last value wins if a name is repeated.
 * @throws Response 400, 413 or 415.
 */
async function readFields(operation: Operation, request: Request): Promise<Record<string, unknown>> {
	const { files } = operation
	const type = request.headers.get('content-type') ?? ''
	if (!files) {
		if (!/^application\/json\s*(;|$)/i.test(type)) throw apiErrorResponse(415)
		const body = await readJson(request)
		if (typeof body !== 'object' || body === null || Array.isArray(body)) throw apiErrorResponse(400)
		return { ...body }
	}
	if (!/^multipart\/form-data\s*;/i.test(type)) throw apiErrorResponse(415)
	const limits = { maxFiles: files.length, maxText: API_BODY_LIMIT }
	const { form, busy } = await readUploadForm(request, limits)
	if (busy) throw toResponse(operation, busy)
	return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string' || isChosen(value)))
}

/* Rejects JSON nested too deeply to be serialised again: an Idempotency-Key stores a hash of it. */
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
	return schema?.parse(value, { error: describeFieldError })
}

/**
 * Runs the first request with a key and returns its response to the others. After a crash, `replay` rebuilds the
 * response from the audit log. Unexpected errors are not stored, so the key can be used again.
 */
async function runOnce(
	operation: Operation,
	run: () => Promise<Success | ApiRefusal>,
	{ account, key, path, fields }: { account: SessionAccount; key: string; path: unknown; fields: object },
): Promise<Response> {
	if (!isIdempotencyKey(key)) {
		const message = 'An Idempotency-Key has 1 to 200 printable ASCII characters.'
		return apiErrorResponse(400, { code: 'idempotency-key', message })
	}
	const name = `${operation.method} ${operation.path} ${JSON.stringify(path)}`
	const requestHash = await hashRequest(name, Object.entries(fields))
	const requestId = requestContext()?.id ?? randomUUID()
	const claim = { accountId: account.id, key, requestHash, requestId, now: Date.now() }
	const claimed = await claimKey(claim)
	switch (claimed.kind) {
		case 'completed': {
			const { status, body } = claimed.response
			const headers = { ...JSON_HEADERS, 'Idempotent-Replayed': 'true' }
			return new Response(body, { status, headers })
		}
		case 'running':
			return apiErrorResponse(409, {
				code: 'in-progress',
				message: 'The first request with this key is still running.',
				retryAfter: 1,
			})
		case 'too-many':
			return apiErrorResponse(429, { retryAfter: claimed.retryAfter })
		case 'mismatch':
			return apiErrorResponse(422, {
				code: 'idempotency-key',
				message: 'This Idempotency-Key was used for a different request.',
			})
	}
	const stopRenewing = renewClaim(claim)
	try {
		const replayed = claimed.kind === 'interrupted' && (await replay(operation, claimed.committed, account))
		const outcome = replayed || (await run())
		let response = toResponse(operation, outcome)
		// The database may have become unavailable during the commit, so check whether it committed.
		if (response.status >= 500) {
			const known = await replay(operation, await readCommitted(claim), account)
			if (known) response = toResponse(operation, known)
		}
		const { status } = response
		const isFinal = status < 500 && status !== 429
		await storeResponse(claim, isFinal ? { status, body: await response.clone().text() } : null)
		if (replayed) response.headers.set('Idempotent-Replayed', 'true')
		return response
	} finally {
		stopRenewing()
	}
}

async function replay(operation: Operation, committed: readonly Committed[], account: SessionAccount) {
	if (committed.length === 0) return undefined
	if (operation.replay) return await operation.replay(committed, account)
	return toSuccess(null, 'The first request with this key has succeeded.')
}

const FULL_DISK_SECONDS = 60
const JSON_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

function toResponse({ refusal, success = '' }: Operation, outcome: Success | ApiRefusal): Response {
	if (outcome.ok) {
		const { message = success, data = null, extraFields } = outcome
		return Response.json({ success: true, message, data, ...extraFields }, { headers: JSON_HEADERS })
	}
	const { message, field, retryAfter, data } = outcome
	const fields = outcome.fields ?? (field ? { [field]: [message] } : undefined)
	const code = outcome.code ?? (retryAfter ? 'too-many' : (refusal?.code ?? 'refused'))
	const status =
		outcome.status ?? (outcome.code || retryAfter ? getStatus(code, retryAfter) : refusal?.status)
	return apiErrorResponse(status ?? 422, {
		message,
		code: status === 503 && code === 'unexpected' ? 'unavailable' : code,
		...(fields ? { fields } : {}),
		...(data === undefined ? {} : { data }),
		retryAfter: retryAfter ?? (status === 503 ? FULL_DISK_SECONDS : undefined),
	})
}

/* A list may have thousands of errors, which would make the response larger than the request. */
const MAX_ISSUES = 100

/**
 * Converts a schema's errors to errors by field; a field of an object in a list is named `list.0.name`. Rethrows other
 * errors.
 */
function invalid(error: unknown): ApiRefusal {
	if (!(error instanceof z.ZodError)) throw error
	const fields: Record<string, string[]> = {}
	for (const { path, message } of error.issues.slice(0, MAX_ISSUES)) {
		const name = path.join('.')
		fields[name] = [...(fields[name] ?? []), message]
	}
	return { ok: false, code: 'invalid', message: error.issues[0]?.message ?? '', fields }
}
