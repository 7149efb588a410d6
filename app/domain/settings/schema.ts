import { z } from 'zod'

/** Every setting of the operator with its shape and its value before anybody changed it. */
export const SETTINGS = {
	/** Minutes that cells are on hold for a checkout (decision 7). */
	holdMinutes: z.number().int().min(5).max(1440).default(60),
	/** When the creative of a pending order is on the public grid (decision 10). */
	showCreatives: z.enum(['at-once', 'after-approval']).default('at-once'),
	/** Decision 28. */
	maintenance: z.boolean().default(false),
	/** The operator's account, shown at step 2 of the checkout. The defaults are fictitious. */
	bankDetails: z
		.object({
			accountHolder: z.string(),
			bankName: z.string(),
			branchAddress: z.string(),
			accountNumber: z.string(),
			swiftCode: z.string(),
			ifsc: z.string(),
		})
		.default({
			accountHolder: 'MCXI Example Holdings Ltd',
			bankName: 'Example Bank (fictitious)',
			branchAddress: '1 Example Street, London EX4 4PL',
			accountNumber: '00000000',
			swiftCode: 'EXMPGB00XXX',
			ifsc: 'EXMP0000000',
		}),
}

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<K extends SettingKey> = z.output<(typeof SETTINGS)[K]>
