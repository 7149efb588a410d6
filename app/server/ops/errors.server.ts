import { DrizzleQueryError } from 'drizzle-orm'

/** An error and what it was caused by, the cause of all last. */
export function errorChain(error: unknown): Error[] {
	return error instanceof Error ? [error, ...errorChain(error.cause)] : []
}

/** The code of an error, '' if it has none. */
export function getErrorCode(error: Error): string {
	return 'code' in error ? String(error.code) : ''
}

/** The cause of all in a clause without a full stop, and without what is secret in an address that it quotes. */
export function describeCause(error: unknown): string {
	const cause = errorChain(error).at(-1)
	if (!cause) return String(error)
	const code = getErrorCode(cause)
	const prefix = code && !cause.message.includes(code) ? `${code}: ` : ''
	return (prefix + cause.message).replace(/\/\/[^/@\s]*@/g, '//').replace(/\.$/, '')
}

/**
 * Describes an error for the log: kind, code, message and stack, and the same of its cause. Other properties that
 * libraries set on errors (values of a failed query, claims of a token) stay out: they may hold an email, a code, a
 * hash or an account number.
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
