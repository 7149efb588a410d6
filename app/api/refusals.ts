/* Maps the code of a refusal to its HTTP status. Other codes are 422: the client can correct the request. */

const CONFLICT_CODES = [
	'changed',
	'conflict',
	'gone',
	'on-hold',
	'checkout-held',
	'holding-limit',
	'price-changed',
	'open',
	'over',
	'replaced',
	'status',
	'submitted',
	'taken',
	'deleted',
	'in-use',
	'last-admin',
	'second',
] as const

const STATUS: Readonly<Record<string, number>> = {
	unknown: 404,
	'too-many': 429,
	busy: 503,
	'not-stored': 503,
	'too-large': 413,
	type: 415,
	'session-over': 401,
	'stale-sign-in': 403,
	stale: 403,
	...Object.fromEntries(CONFLICT_CODES.map(code => [code, 409])),
}

/** With `retryAfter` the status is 429: the request itself was valid. */
export function getStatus(code: string, retryAfter?: number): number {
	return STATUS[code] ?? (retryAfter ? 429 : 422)
}
