import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Describes the error of a field whose rule has no message of its own, naming the field. */
export function describeFieldError(issue: Issue): string {
	const name = issue.path?.join('.')
	const field = name ? `The field ${name}` : 'The request'
	if (name && issue.input === undefined) return `${field} is missing`
	switch (issue.code) {
		case 'invalid_type':
			return `${field} must be ${KINDS[issue.expected] ?? 'of another type'}`
		case 'invalid_value':
			return `${field} must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
		case 'too_small':
			return `${field} must ${describeBound(issue, issue.minimum, ['at least', 'more than'])}`
		case 'too_big':
			return `${field} must ${describeBound(issue, issue.maximum, ['at most', 'less than'])}`
		default:
			return `${field} does not match the API document`
	}
}

const KINDS: Readonly<Record<string, string>> = {
	array: 'a list',
	boolean: 'true or false',
	int: 'a whole number',
	number: 'a number',
	object: 'an object',
	string: 'text',
}
const UNITS: Readonly<Record<string, readonly [one: string, more: string]>> = {
	array: ['entry', 'entries'],
	string: ['character', 'characters'],
}

type Bound = { origin: string; inclusive?: boolean | undefined }

function describeBound(
	{ origin, inclusive = true }: Bound,
	limit: number | bigint,
	[within, beyond]: [string, string],
) {
	const words = `${inclusive ? within : beyond} ${limit}`
	const unit = UNITS[origin]
	return unit ? `have ${words} ${unit[Number(limit) === 1 ? 0 : 1]}` : `be ${words}`
}
