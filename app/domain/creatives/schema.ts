import { z } from 'zod'
import { safeLink } from '~/domain/grid/rules'

/** Specification 2, section 9. */
export const MAX_DESCRIPTION = 200
export const MAX_LINK = 2_000
export const ROTATIONS = ['0', '90', '180', '270'] as const

const INVALID_LINK = 'Please enter a full web address that begins with http:// or https://'

/**
 * What the owner of a block fills in (specification 2, "Manage modal"). Line breaks count as one character, as in the browser's
 * own counting. Whether an image is needed depends on what is stored, so the command says 'Image is required'.
 */
export const CreativeForm = z.object({
	description: z
		.string({ error: 'Description is required' })
		.transform(text => text.replaceAll('\r\n', '\n').trim())
		.pipe(
			z
				.string()
				.min(1, 'Description is required')
				.max(MAX_DESCRIPTION, `Description must not exceed ${MAX_DESCRIPTION} characters`),
		),
	link: z
		.string({ error: 'Link is required' })
		.trim()
		.min(1, 'Link is required')
		.max(MAX_LINK, INVALID_LINK)
		.refine(isOpenable, INVALID_LINK),
	image: z.file().optional(),
	rotation: z
		.enum(ROTATIONS, { error: 'Please choose one of the four turns' })
		.default('0')
		.transform(Number)
		.pipe(z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])),
})

/** http or https, and no name or password in front of the host, which serves to make a wrong address look right. */
function isOpenable(link: string): boolean {
	const url = safeLink(link)
	return url !== null && url.username === '' && url.password === ''
}
