import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** What is wrong with a field for which no rule has words of its own, in a sentence that names it. */
export function fieldWords(issue: Issue): string {
	const name = issue.path?.join('.')
	const field = name ? `The field ${name}` : 'The request'
	if (name && issue.input === undefined) return `${field} is missing`
	switch (issue.code) {
		case 'invalid_type':
			return `${field} must be ${KINDS[issue.expected] ?? 'of another type'}`
		case 'invalid_value':
			return `${field} must be ${issue.values.map(value => JSON.stringify(value)).join(' or ')}`
		case 'too_small':
			return `${field} must ${SIZES[issue.origin] ?? 'be'} at least ${issue.minimum}${unitOf(issue.origin)}`
		case 'too_big':
			return `${field} must ${SIZES[issue.origin] ?? 'be'} at most ${issue.maximum}${unitOf(issue.origin)}`
		default:
			return `${field} is not as the document of the API has it`
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
const SIZES: Readonly<Record<string, string>> = { array: 'have', string: 'have' }

function unitOf(origin: string): string {
	if (origin === 'string') return ' characters'
	return origin === 'array' ? ' entries' : ''
}
