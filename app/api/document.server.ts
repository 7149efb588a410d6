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
		message: z.string().meta({ description: 'For people.' }),
		code: z.string().meta({ description: 'A stable code for programs.' }),
		fields: Fields.optional().meta({ description: 'The errors of each field.' }),
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

const Answer = z.object({ success: z.literal(true), message: z.string() })

const WHY: Readonly<Record<number, string>> = {
	400: 'The request cannot be read',
	401: 'No valid bearer token, or a wrong password or code',
	403: 'Not allowed for this account or key',
	404: 'Not found',
	409: 'Changed or taken by somebody else in the meantime',
	411: 'A body needs a Content-Length',
	413: 'Too large',
	415: 'A body or file of a type that is not accepted',
	422: 'Invalid input: `fields` names the fields',
	429: 'Too many requests: `Retry-After` says how many seconds to wait',
	500: 'Our error: the request may be repeated',
	503: 'Maintenance or overload: `Retry-After` says how many seconds to wait',
}

const WRITES = [409, 411, 413, 415, 422]

/** Returns the error statuses that a call may answer with. */
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
				description: WHY[status] ?? '',
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
		description: 'For a day, requests with the same key take effect once and get the same response.',
	}),
})

const camelCase = (path: string) =>
	path.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')

function describeCall(operation: Operation): ZodOpenApiOperationObject {
	const { method, path, group, summary, access, pathParams, query, body, example, files, once } = operation
	const response = Answer.extend({ data: operation.data, ...operation.extraFields?.shape })
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
			'200': { description: 'Done', content: { 'application/json': { schema: response } } },
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
			[operation.method.toLowerCase()]: describeCall(operation),
		}
	}
	return { ...paths, '/files/{folder}/{name}': { get: FILE } }
}

const FILE: ZodOpenApiOperationObject = {
	operationId: 'getFile',
	tags: ['Payments'],
	summary: 'A stored file: images of the grid for everybody, receipts for their owner and administrators',
	security: [{}, { bearer: [] }],
	requestParams: { path: z.object({ folder: z.string(), name: z.string() }) },
	responses: {
		'200': { description: 'The file', content: { '*/*': { schema: z.string().meta({ format: 'binary' }) } } },
		...problems([400, 404, 429, 503]),
	},
}

let made: ReturnType<typeof createDocument> | undefined

/** Returns the OpenAPI document, built once from the schemas that the calls parse with. */
export function apiDocument() {
	made ??= createDocument({
		openapi: '3.1.0',
		info: {
			title: `${brand.name} API`,
			version: '1.0.0',
			description:
				'Everything that the pages do, for programs. Amounts are in pounds, times are UTC. Pixels are numbered ' +
				'from 1, row by row from left to right, a large one where its top left corner is. An account, or without ' +
				`a token an address, may send ${API_LIMIT.requests} requests in ${API_LIMIT.seconds} seconds.`,
		},
		servers: [{ url: absoluteUrl('/api') }],
		security: [{ bearer: [] }],
		paths: getPaths(),
		components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
	})
	return made
}
