import { z } from 'zod'
import { optionalLine } from '~/domain/fields'

const TOO_LONG = 'Please keep it within 200 characters'
const key = optionalLine({ max: 200, tooLong: TOO_LONG }).default('')

/** The keys of payment providers as typed. An empty key keeps the stored one. */
export const GatewayForm = z.object({
	access_key: key,
	publish_key: key,
	wise_api_key: key,
	wise_profile_id: key,
	wise_environment: z.enum(['sandbox', 'live'], { error: 'Please choose one of the two' }).default('sandbox'),
	/** Of the settings when the form was shown. */
	version: z.coerce.number().int(),
})

export type GatewayInput = Omit<z.output<typeof GatewayForm>, 'version'>

export const KEYS_MISSING = 'Please enter both Stripe Access Key and Publish Key'
