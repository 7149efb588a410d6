import { z } from 'zod'
import { parsePounds } from './money'
import { forcedLine, isOneLine, visibleLine, visibleText } from './text'

/**
 * Fields of every form's schema; none takes invisible text. Each builder takes the message for a missing value.
 * Passwords are the exception: they may hold any characters, and nobody reads them.
 */

const ONE_LINE = 'Please use one line of plain text'

type Limits = {
	/** Maximum length in characters. */
	max: number
	/** The error for a longer text. */
	tooLong: string
}

/* The first of these that is wrong is said, and the checks that follow are left out; those of the whole form are
   not. */
function refineWith(problem: (value: string) => string | undefined): z.core.CheckFn<string> {
	return ({ value, issues }) => {
		const message = problem(value)
		if (message) issues.push({ code: 'custom', input: value, message })
	}
}

function lineOf({ missing, max, tooLong }: Limits & { missing?: string }) {
	return z
		.string(missing === undefined ? {} : { error: missing })
		.overwrite(visibleLine)
		.check(
			refineWith(value => {
				if (value === '') return missing
				if (value.length > max) return tooLong
				return isOneLine(value) ? undefined : ONE_LINE
			}),
		)
}

/**
 * `when` of a comparison: it speaks once its own fields are valid, even while others are wrong, so that all errors are
 * told at once.
 */
export const whenValid =
	(shape: z.ZodRawShape) =>
	({ value }: { value: unknown }) =>
		z.object(shape).safeParse(value).success

/** A line that must be filled in. */
export function line(missing: string, limits: Limits) {
	return lineOf({ missing, ...limits })
}

/** A line that may be left empty. */
export function optionalLine(limits: Limits) {
	return lineOf(limits)
}

/** An amount above nothing with at most two decimals, typed in pounds; in pence afterwards. */
export function pounds(message: string) {
	return line(message, { max: 40, tooLong: message }).transform((typed, { issues }) => {
		const pence = parsePounds(typed)
		if (pence !== null && pence > 0) return pence
		issues.push({ code: 'custom', input: typed, message })
		return z.NEVER
	})
}

/** Several lines that must be filled in. */
export function text(missing: string, { max, tooLong }: Limits) {
	return z.string({ error: missing }).overwrite(visibleText).min(1, missing).max(max, tooLong)
}

/** Several lines that may be left empty. */
export function optionalText({ max, tooLong }: Limits) {
	return z.string().overwrite(visibleText).max(max, tooLong)
}

/** An email address in lower case, up to what it may look like: a log-in compares it, other forms check it. */
export function typedEmail(missing: string) {
	return z
		.string({ error: missing })
		.overwrite(typed => forcedLine(typed).toLowerCase())
		.min(1, missing)
		.max(254, 'This email address is too long')
}

/** An email address that a message can go to, in lower case. */
export function email(missing = 'Please enter your email address') {
	return typedEmail(missing).pipe(z.email('Please enter a valid email address'))
}

/**
 * A name: one line, no spreadsheet formula, and nothing that an email client turns into a link or an encoded word.
 * Names go into emails to unproven addresses, and on public certificates, and must not carry a stranger's advertisement
 * there.
 */
const NAME = /^(?![=+-])(?!.*\.\p{L}{2})(?!.*=\?)[^\p{C}\p{Zl}\p{Zp}/\\:@]+$/u

/** One of the names of a person or company, or with `max` the whole of it. */
export function personName(missing: string, max = 60) {
	return z
		.string({ error: missing })
		.overwrite(visibleLine)
		.check(
			refineWith(value => {
				if (value === '') return missing
				if (value.length > max) return `Please use at most ${max} characters`
				return NAME.test(value) ? undefined : 'Please use letters only'
			}),
		)
}

/**
 * A name from elsewhere, which nobody is asked to correct, as {@link personName} takes it; empty if nothing is
 * left.
 */
export function forcedName(typed: string, max: number): string {
	const plain = forcedLine(typed).replace(/=\?|[/\\:@]|\.(?=\p{L}{2})/gu, ' ')
	const name = plain
		.replace(/^[=+\- ]+/, '')
		.replace(/ {2,}/g, ' ')
		.slice(0, max)
		.trim()
	return NAME.test(name) ? name : ''
}

/** A search: never refused; a text that is too long counts as empty. */
export function search() {
	return z.string().overwrite(forcedLine).max(200).catch('')
}

/** A path on this site that a form carries along. Nobody sees it, so nothing in it may stand in the way. */
export function ownPath() {
	return z
		.string()
		.max(2000)
		.regex(/^\/[\x21-\x7e]*$/)
		.optional()
		.catch(undefined)
}
