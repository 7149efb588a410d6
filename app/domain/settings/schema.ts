import { z } from 'zod'
import { brand, DEFAULT_BRAND, SOCIAL_NETWORKS } from '~/domain/brand'
import { CELL_COUNT } from '~/domain/grid/layout'

/** From five minutes to a week. No bank takes longer. */
export const HOLD_MINUTES = { min: 5, max: 10_080 } as const

/** Every setting of the operator with its schema and default. */
export const SETTINGS = {
	/** Minutes that cells are on hold for a checkout (P6). */
	holdMinutes: z.number().int().min(HOLD_MINUTES.min).max(HOLD_MINUTES.max).default(1440),
	/** Cells per order (P7). */
	maxCellsPerOrder: z.number().int().min(1).max(CELL_COUNT).default(100),
	/** When the creative of a pending order appears on the public grid (P16). */
	showCreatives: z.enum(['at-once', 'after-approval']).default('after-approval'),
	/** Pence above which a second administrator confirms approvals and money sent back; 0: never (P53). */
	secondAbovePence: z.number().int().min(0).default(0),
	/** When the operator is emailed about new payments (docs/decisions/0098), and at which address. */
	paymentMails: z.enum(['each', 'daily', 'none']).default('each'),
	paymentMailsTo: z.email().default(() => brand.supportEmail),
	/** Name, contacts and links of the house. */
	brand: z
		.object({
			name: z.string(),
			blurb: z.string(),
			founder: z.string(),
			supportEmail: z.string(),
			phone: z.string(),
			offices: z.array(z.object({ city: z.string(), address: z.string() })),
			social: z.array(z.object({ name: z.enum(SOCIAL_NETWORKS), href: z.string() })),
		})
		.default(() => structuredClone(DEFAULT_BRAND)),
	/** Closes the site to everybody except administrators (P44). */
	maintenance: z.boolean().default(false),
	/** Requires administrators to set up two-factor authentication before they may do anything (P39). */
	demandSecondFactor: z.boolean().default(false),
	/** Keys of payment providers, encrypted, for future card payments (P22). */
	gateway: z
		.object({
			accessKey: z.string().nullable(),
			publishKey: z.string().nullable(),
			wiseApiKey: z.string().nullable(),
			wiseProfileId: z.string(),
			wiseEnvironment: z.enum(['sandbox', 'live']),
		})
		.default({
			accessKey: null,
			publishKey: null,
			wiseApiKey: null,
			wiseProfileId: '',
			wiseEnvironment: 'sandbox',
		}),
	/** The operator's account, shown at step 2 of the checkout. The defaults are fictitious. */
	bankDetails: z
		.object({
			accountHolder: z.string(),
			bankName: z.string(),
			branchAddress: z.string(),
			accountNumber: z.string(),
			swiftCode: z.string(),
			/** Empty if the operator's bank has none, like the two below. */
			sortCode: z.string().default(''),
			iban: z.string().default(''),
			ifsc: z.string(),
		})
		.default({
			accountHolder: 'MCXI Example Holdings Ltd',
			bankName: 'Example Bank (fictitious)',
			branchAddress: '1 Example Street, London EX4 4PL',
			accountNumber: '00000000',
			swiftCode: 'EXMPGB00XXX',
			sortCode: '00-00-00',
			iban: '',
			ifsc: 'EXMP0000000',
		}),
}

export type SettingKey = keyof typeof SETTINGS

/** The labels of the settings on their page and in the audit log. */
export const SETTING_LABELS: Readonly<Record<SettingKey, string>> = {
	holdMinutes: 'Checkout hold (minutes)',
	maxCellsPerOrder: 'Maximum pixels per order',
	showCreatives: 'Show images',
	secondAbovePence: 'Second approval above (£)',
	paymentMails: 'Emails about new payments',
	paymentMailsTo: 'Address for notifications',
	brand: 'Brand',
	maintenance: 'Maintenance',
	demandSecondFactor: 'Require two-factor authentication',
	gateway: 'Payment gateway',
	bankDetails: 'Bank details',
}
export type SettingValue<K extends SettingKey> = z.output<(typeof SETTINGS)[K]>
