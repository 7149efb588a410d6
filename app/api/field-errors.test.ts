import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeFieldError } from './field-errors'

test.each([
	[z.string().min(1), '', 'The field it must have at least 1 character'],
	[z.string().min(2), '', 'The field it must have at least 2 characters'],
	[z.array(z.number()).max(1), [1, 2], 'The field it must have at most 1 entry'],
	[z.array(z.number()).max(3), [1, 2, 3, 4], 'The field it must have at most 3 entries'],
	[z.number().min(1), 0, 'The field it must be at least 1'],
	[z.number().positive(), 0, 'The field it must be more than 0'],
	[z.number().lt(10), 10, 'The field it must be less than 10'],
])('names the bound of a field in the singular or plural: %#', (schema, it, message) => {
	const read = z.object({ it: schema as z.ZodType }).safeParse({ it }, { error: describeFieldError })
	expect(read.error?.issues[0]?.message).toBe(message)
})
