import { z } from 'zod'
import { parsePounds } from './money'
import { cleanLine, cleanText, isOneLine, toOneLine } from './text'

/**
 * Builders for the fields of form schemas; none accepts invisible text. Each takes the message for a missing value.
 * Passwords are the exception: they may contain any characters, and nobody reads them.
 */

const ONE_LINE = 'Please use one line of plain text'

type Limits = {
	/** Maximum length in characters. */
	max: number
	/** The message for a longer text. */
	tooLong: string
}

/* Reports only the first problem, and skips the checks that follow in the chain; those of the whole form still run. */
function refineWith(problem: (value: string) => string | undefined): z.core.CheckFn<string> {
	return ({ value, issues }) => {
		const message = problem(value)
		if (message) issues.push({ code: 'custom', input: value, message })
	}
}

function lineField({ missing, max, tooLong }: Limits & { missing?: string }) {
	return z
		.string(missing === undefined ? {} : { error: missing })
		.overwrite(cleanLine)
		.check(
			refineWith(value => {
				if (value === '') return missing
				if (value.length > max) return tooLong
				return isOneLine(value) ? undefined : ONE_LINE
			}),
		)
}

/**
 * `when` of a comparison: runs once its own fields are valid, even while others are not, so that all errors are
 * reported at once.
 */
export const whenValid =
	(shape: z.ZodRawShape) =>
	({ value }: { value: unknown }) =>
		z.object(shape).safeParse(value).success

/** A required line. */
export function line(missing: string, limits: Limits) {
	return lineField({ missing, ...limits })
}

export function optionalLine(limits: Limits) {
	return lineField(limits)
}

/** A positive amount with at most two decimals, typed in pounds, parsed to pence. */
export function pounds(message: string) {
	return line(message, { max: 40, tooLong: message }).transform((typed, { issues }) => {
		const pence = parsePounds(typed)
		if (pence !== null && pence > 0) return pence
		issues.push({ code: 'custom', input: typed, message })
		return z.NEVER
	})
}

/** Required text of several lines. */
export function text(missing: string, { max, tooLong }: Limits) {
	return z.string({ error: missing }).overwrite(cleanText).min(1, missing).max(max, tooLong)
}

/** Optional text of several lines. */
export function optionalText({ max, tooLong }: Limits) {
	return z.string().overwrite(cleanText).max(max, tooLong)
}

/** An email address in lower case, without checking its form: a log-in only compares it, other forms validate it. */
export function typedEmail(missing: string) {
	return z
		.string({ error: missing })
		.overwrite(typed => toOneLine(typed).toLowerCase())
		.min(1, missing)
		.max(254, 'This email address is too long')
}

/** A valid email address, in lower case. */
export function email(missing = 'Please enter your email address') {
	return typedEmail(missing).pipe(z.email('Please enter a valid email address'))
}

/**
 * A name: one line, no spreadsheet formula, and nothing that an email client turns into a link or an encoded word.
 * Names appear in emails to unproven addresses and on public certificates, and must not carry a stranger's
 * advertisement. The full stops of other scripts separate the parts of a domain too (RFC 3490).
 */
const NAME = /^(?![=+-])(?!.*[.。．｡]\p{L}{2})(?!.*=\?)[^\p{C}\p{Zl}\p{Zp}/\\:@]+$/u

/** A first or last name, or with a larger `max` a full name. */
export function personName(missing: string, max = 60) {
	return z
		.string({ error: missing })
		.overwrite(cleanLine)
		.check(
			refineWith(value => {
				if (value === '') return missing
				if (value.length > max) return `Please use at most ${max} characters`
				return NAME.test(value) ? undefined : 'Please use letters only'
			}),
		)
}

/**
 * Makes a name that {@link personName} accepts from one of another source, which nobody is asked to correct; empty if
 * nothing is left.
 */
export function toPersonName(typed: string, max: number): string {
	const plain = toOneLine(typed).replace(/=\?|[/\\:@]|[.。．｡](?=\p{L}{2})/gu, ' ')
	const name = plain
		.replace(/^[=+\- ]+/, '')
		.replace(/ {2,}/g, ' ')
		.slice(0, max)
		.trim()
	return NAME.test(name) ? name : ''
}

/** A search: never refused; a text that is too long counts as empty. */
export function search() {
	return z.string().overwrite(toOneLine).max(200).catch('')
}

/** A path on this site in a hidden field; an invalid one counts as missing. */
export function ownPath() {
	return z
		.string()
		.max(2000)
		.regex(/^\/[\x21-\x7e]*$/)
		.optional()
		.catch(undefined)
}
