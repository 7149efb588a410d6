import { z } from 'zod'
import { ibanProblem } from './iban'
import type { SettingValue } from './schema'

const line = (message: string) =>
	z.string({ error: message }).trim().min(1, message).max(140, 'Please keep it within 140 characters')

const SWIFT =
	'Please enter a SWIFT code of 8 or 11 characters: six letters for the bank and its country, then letters or digits'

/** The operator's account as it is typed on /admin/setting. */
export const BankForm = z.object({
	accountHolder: line('Account holder is required'),
	bankName: line('Bank name is required'),
	branchAddress: line('Branch address is required'),
	accountNumber: line('Account number is required').check(({ value, issues }) => {
		const message = ibanProblem(value)
		if (message) issues.push({ code: 'custom', input: value, message })
	}),
	swiftCode: z
		.string({ error: 'SWIFT code is required' })
		.trim()
		.toUpperCase()
		.regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, SWIFT),
	ifsc: z.string().trim().max(20, 'Please keep it within 20 characters').default(''),
}) satisfies z.ZodType<SettingValue<'bankDetails'>>

const MINUTES = 'Please enter a number of minutes between 5 and 1440'

/** How a checkout behaves, as it is typed on /admin/setting. */
export const CheckoutForm = z.object({
	holdMinutes: z.coerce.number({ error: MINUTES }).int(MINUTES).min(5, MINUTES).max(1440, MINUTES),
	showCreatives: z.enum(['at-once', 'after-approval'], { error: 'Please choose one of the two' }),
})
