import { z } from 'zod'
import { line, text } from '~/domain/fields'
import { safeLink } from './link'

export const MAX_DESCRIPTION = 200
export const MAX_LINK = 2_000

const INVALID_LINK = 'Please enter a full web address, such as https://example.com'

/** The text fields of a block. */
export const CreativeText = z.object({
	description: text('Description is required', {
		max: MAX_DESCRIPTION,
		tooLong: `Description must not exceed ${MAX_DESCRIPTION} characters`,
	}),
	link: line('Link is required', { max: MAX_LINK, tooLong: INVALID_LINK })
		.overwrite(withScheme)
		.refine(isOpenable, INVALID_LINK),
})

/* The top-level domain begins with a letter; with a digit it would be an IP address. */
const BARE_ADDRESS = /^([^\s/:?#@\\]+\.)+\p{L}[^\s/:?#@\\.]+(:\d{1,5})?([/?#]|$)/u

/** Adds the missing https:// to a bare host such as 'ashworth.example'. Everything else stays as it was typed. */
function withScheme(link: string): string {
	return BARE_ADDRESS.test(link) ? `https://${link}` : link
}

/** http or https, without credentials before the host, which are used to disguise a URL. */
function isOpenable(link: string): boolean {
	const url = safeLink(link)
	return url !== null && url.username === '' && url.password === ''
}
