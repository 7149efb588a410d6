import { z } from 'zod'
import { DECISIONS } from './rules'

/** A decision about an invitation: the version of what was seen, and the page to lead back to. */
export const InvitationForm = z.object({
	intent: z.enum(DECISIONS),
	version: z.coerce.number().int().min(1).optional(),
	returnTo: z.string().max(2000).optional(),
})
