import { DrizzleQueryError } from 'drizzle-orm'

/** Returns an error and its causes, the root cause last. */
export function errorChain(error: unknown): Error[] {
	return error instanceof Error ? [error, ...errorChain(error.cause)] : []
}

/** Returns the code of an error, '' if it has none. */
export function getErrorCode(error: Error): string {
	return 'code' in error ? String(error.code) : ''
}

/** Describes the root cause as a clause without a full stop, with the secrets in a quoted URL removed. */
export function describeCause(error: unknown): string {
	const cause = errorChain(error).at(-1)
	if (!cause) return String(error)
	const code = getErrorCode(cause)
	const prefix = code && !cause.message.includes(code) ? `${code}: ` : ''
	return (prefix + cause.message).replace(/\/\/[^/@\s]*@/g, '//').replace(/\.$/, '')
}

/**
 * Describes an error for the log: name, code, message and stack, and the same of its cause. Other properties that
 * libraries set on errors (values of a failed query, claims of a token) are left out: they may contain an email, a
 * code, a hash or an account number.
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
