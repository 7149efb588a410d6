import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { brand } from '~/domain/brand'
import { API_LIMIT } from '~/server/http/api-limit.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import type { Operation } from './operation.server'
import { OPERATIONS } from './operations.server'

const Fields = z.record(z.string(), z.array(z.string()))
const Problem = z
	.object({
		success: z.literal(false),
		message: z.string().meta({ description: 'The error in English, for display.' }),
		code: z.string().meta({ description: 'A stable code that programs can test.' }),
		fields: Fields.optional().meta({ description: 'The error messages by field name.' }),
		data: z.unknown().optional(),
	})
	.meta({
		id: 'Problem',
		example: {
			success: false,
			message: 'Country is required',
			code: 'invalid',
			fields: { country: ['Country is required'] },
		},
	})

const SuccessBody = z.object({ success: z.literal(true), message: z.string() })

const STATUS_TEXTS: Readonly<Record<number, string>> = {
	400: 'Malformed request',
	401: 'Missing or invalid bearer token, or wrong password or code',
	403: 'This account or key has no access',
	404: 'Not found',
	409: 'Conflict: somebody else has changed or taken it',
	411: 'The Content-Length header is missing',
	413: 'The body or a file is too large',
	415: 'Unsupported type of body or file',
	422: 'Invalid input: `fields` has the errors by field',
	429: 'Too many requests: `Retry-After` says how many seconds to wait',
	500: 'Unexpected error: the request may be repeated',
	503: 'Maintenance or overload: `Retry-After` says how many seconds to wait',
}

const WRITES = [409, 411, 413, 415, 422]

/** Returns the error statuses that an operation may respond with. */
function getStatuses({ access, method, path, body, pathParams }: Operation): number[] {
	const own = access === 'anybody' ? [] : [401, 403]
	const login = path.startsWith('/user/login') || path === '/user/resetpassword' ? [401, 403] : []
	const found = pathParams || body ? [404, 422] : []
	const written = method !== 'GET' && body ? WRITES : []
	return [...new Set([400, ...own, ...login, ...found, ...written, 429, 500, 503])].sort((a, b) => a - b)
}

const RetryAfter = z.coerce
	.number()
	.int()
	.meta({ override: { type: 'integer' }, description: 'Seconds to wait.' })

function problems(statuses: number[]) {
	const content = { 'application/json': { schema: Problem } }
	return Object.fromEntries(
		statuses.map(status => [
			status,
			{
				description: STATUS_TEXTS[status] ?? '',
				content,
				...(status === 429 || status === 503
					? { headers: z.object({ 'Retry-After': RetryAfter.optional() }) }
					: {}),
			},
		]),
	)
}

const Key = z.object({
	'Idempotency-Key': z.string().max(200).optional().meta({
		description: 'Requests with the same key within a day take effect once and get the same response.',
	}),
})

const camelCase = (path: string) =>
	path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
	const { method, path, group, summary, access, pathParams, query, body, example, files, once } = operation
	const response = SuccessBody.extend({ data: operation.data, ...operation.extraFields?.shape })
	return {
		operationId: method.toLowerCase() + camelCase(path),
		tags: [group],
		summary,
		...(access === 'anybody' ? { security: [] } : { description: ACCESS_LABELS[access] }),
		requestParams: {
			...(pathParams ? { path: pathParams } : {}),
			...(query ? { query } : {}),
			...(once ? { header: Key } : {}),
		},
		...(body
			? {
					requestBody: {
						required: true,
						content: {
							[files ? 'multipart/form-data' : 'application/json']: {
								schema: body,
								...(example ? { example } : {}),
							},
						},
					},
				}
			: {}),
		responses: {
			'200': { description: 'Success', content: { 'application/json': { schema: response } } },
			...problems(getStatuses(operation)),
		},
	}
}

const ACCESS_LABELS = {
	account: 'For members and administrators.',
	user: 'For members.',
	admin: 'For administrators.',
} as const

function getPaths(): ZodOpenApiPathsObject {
	const paths: ZodOpenApiPathsObject = {}
	for (const operation of OPERATIONS) {
		paths[operation.path] = {
			...paths[operation.path],
			[operation.method.toLowerCase()]: describeOperation(operation),
		}
	}
	return { ...paths, '/files/{folder}/{name}': { get: FILE } }
}

const FILE: ZodOpenApiOperationObject = {
	operationId: 'getFile',
	tags: ['Payments'],
	summary: 'Get a file: images of the grid are public, receipts are for their owner and administrators',
	security: [{}, { bearer: [] }],
	requestParams: { path: z.object({ folder: z.string(), name: z.string() }) },
	responses: {
		'200': { description: 'The file', content: { '*/*': { schema: z.string().meta({ format: 'binary' }) } } },
		...problems([400, 404, 429, 503]),
	},
}

let cached: ReturnType<typeof createDocument> | undefined

/** Returns the OpenAPI document, built once from the schemas that parse the requests. */
export function apiDocument() {
	cached ??= createDocument({
		openapi: '3.1.0',
		info: {
			title: `${brand.name} API`,
			version: '1.0.0',
			description:
				'Buy, manage and sell pixels. Amounts are in pounds, times in UTC. Pixels are numbered from 1, row by ' +
				'row and from left to right, by their top left corner. The rate limit is ' +
				`${API_LIMIT.requests} requests in ${API_LIMIT.seconds} seconds per account, or per address without a token.`,
		},
		servers: [{ url: absoluteUrl('/api') }],
		security: [{ bearer: [] }],
		paths: getPaths(),
		components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
	})
	return cached
}
