import { DrizzleQueryError } from 'drizzle-orm'

/**
 * What the log says of an error: its kind, code, words and place, and the same of its cause. Whatever else libraries
 * hang on errors stays out (values of a failed query, claims of a token), because it may be an email, a code, a hash or
 * a person's account number.
 */
export function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return error
	const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message
	return {
		type: error.name,
		...('code' in error ? { code: error.code } : {}),
		message,
		stack: error.stack?.replace(error.message, () => message),
		...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
	}
}
