import { z } from 'zod'
import { line, text } from '~/domain/fields'
import { safeLink } from './link'

export const MAX_DESCRIPTION = 200
export const MAX_LINK = 2_000

const INVALID_LINK = 'Please enter a full web address that begins with http:// or https://'

/** The text fields of a block. */
export const CreativeText = z.object({
	description: text('Description is required', {
		most: MAX_DESCRIPTION,
		tooLong: `Description must not exceed ${MAX_DESCRIPTION} characters`,
	}),
	link: line('Link is required', { most: MAX_LINK, tooLong: INVALID_LINK })
		.overwrite(withScheme)
		.refine(isOpenable, INVALID_LINK),
})

/* The last label of a host's name begins with a letter; a number would be an address of the network. */
const BARE_ADDRESS = /^([^\s/:?#@\\]+\.)+\p{L}[^\s/:?#@\\.]+(:\d{1,5})?([/?#]|$)/u

/** 'ashworth.example' as it is meant: with https:// in front. Everything else stays as it was typed. */
function withScheme(link: string): string {
	return BARE_ADDRESS.test(link) ? `https://${link}` : link
}

/** http or https, and no name or password in front of the host, which serves to make a wrong address look right. */
function isOpenable(link: string): boolean {
	const url = safeLink(link)
	return url !== null && url.username === '' && url.password === ''
}
