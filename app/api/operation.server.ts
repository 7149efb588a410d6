import { z } from 'zod'
import type { Caller } from '~/domain/accounts/sign-in/limits.server'
import type { SessionAccount } from '~/server/auth/session.server'
import type { Committed } from '~/server/http/idempotency.server'

/** Who may use an operation. `account`: either role. All but `anybody` need a bearer token. */
export type Access = 'anybody' | 'account' | 'user' | 'admin'

/**
 * A success response. `message`: overrides the operation's own. `extraFields`: fields next to `data` (a token, `page` and
 * `total`).
 */
export type Success = { ok: true; message?: string; data?: unknown; extraFields?: Record<string, unknown> }

/**
 * An error response: the refusal of a command, with its status if the code does not determine it. `retryAfter`:
 * seconds.
 */
export type ApiRefusal = {
	ok: false
	message: string
	code?: string | undefined
	field?: string | undefined
	/** The errors by field. */
	fields?: Record<string, string[]>
	retryAfter?: number | undefined
	status?: number | undefined
	data?: unknown
}

/** The arguments of `run`. `by`: the caller and the time. */
type OperationInput<W extends Access, Path, Query, Body> = {
	account: W extends 'anybody' ? undefined : SessionAccount
	path: Path
	query: Query
	body: Body
	by: Caller
	signal: AbortSignal
}

type Definition<
	W extends Access,
	Path extends z.ZodObject,
	Query extends z.ZodObject,
	Body extends z.ZodType,
> = {
	summary: string
	pathParams?: Path
	query?: Query
	body?: Body
	/** An example of the body, for the OpenAPI document. */
	example?: z.input<Body>
	/** The body is multipart/form-data, with these files. */
	files?: readonly string[]
	/** The schema of `data` in the response; null by default. */
	data?: z.ZodType
	/** The fields next to `data`. */
	extraFields?: z.ZodObject
	/** Accepts an Idempotency-Key: repeating a request returns the same response and has no further effect. */
	once?: true
	/**
	 * Rebuilds the response of a request whose process died after it had committed. Undefined: nothing was committed, so
	 * the operation runs again. Only needed if the response has data.
	 */
	replay?(committed: readonly Committed[], account: SessionAccount): Promise<Success | ApiRefusal | undefined>
	/** Code and status of a refusal whose command has no code. */
	refusal?: { code: string; status?: number }
	/** The success message, unless the result has its own. */
	success?: string
	/** The message for an unexpected error, where the error catalogue defines one (P49). */
	failed?: string | ((body: z.output<Body>) => string)
	run(
		given: OperationInput<W, z.output<Path>, z.output<Query>, z.output<Body>>,
	): Promise<Success | ApiRefusal>
}

type Method = 'GET' | 'POST' | 'PUT'

/** An operation of the API. The OpenAPI document and the page /api are generated from these. */
export type Operation = Omit<
	Definition<Access, z.ZodObject, z.ZodObject, z.ZodType>,
	'run' | 'example' | 'failed'
> & {
	method: Method
	/** Below /api, with `{name}` for parameters. */
	path: string
	access: Access
	group: string
	data: z.ZodType
	example?: unknown
	failed?: string | ((body: never) => string)
	run(given: OperationInput<'account', never, never, never>): Promise<Success | ApiRefusal>
}

/** Declares an operation such as `GET /user/getpixeldata/{id}`; its schemas type the arguments of `run`. */
export function operation<
	W extends Access,
	Path extends z.ZodObject = z.ZodObject,
	Query extends z.ZodObject = z.ZodObject,
	Body extends z.ZodType = z.ZodType,
>(
	name: `${Method} /${string}`,
	access: W,
	group: string,
	definition: Definition<W, Path, Query, Body>,
): Operation {
	const [method, path] = name.split(' ')
	return { data: z.null(), ...definition, method, path, access, group } as unknown as Operation
}

export function toSuccess(data: unknown, message?: string, extraFields?: Record<string, unknown>): Success {
	return {
		ok: true,
		data,
		...(message === undefined ? {} : { message }),
		...(extraFields ? { extraFields } : {}),
	}
}

/** Creates the response for a page of a list: its rows, and next to them the page number and the total. */
export function toSuccessPage<Row>(
	page: { rows: Row[]; page: number; total: number },
	data: (row: Row) => unknown,
): Success {
	return toSuccess(page.rows.map(data), '', { page: page.page, total: page.total })
}
