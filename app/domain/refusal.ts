/** Why a command refused: `code` is stable, `message` is for people. `retryAfter`: seconds. */
export type Refusal<Code extends string = string> = {
	ok: false
	code: Code
	message: string
	field?: string
	retryAfter?: number
}

export function refusal<Code extends string>(code: Code, message: string, field?: string): Refusal<Code> {
	return { ok: false, code, message, ...(field ? { field } : {}) }
}
