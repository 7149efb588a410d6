import type { RefusedForm } from '~/server/forms/form.server'
import { FormPage } from '../forms/form-page'
import type { FieldTable } from '../forms/table-form'

const POUNDS = { type: 'number', step: 0.01, min: 0.01, inputMode: 'decimal', autoComplete: 'off' } as const

export const COUPON_FIELDS = {
	coupon_code: {
		label: 'Coupon code',
		autoComplete: 'off',
		maxLength: 60,
		help: 'Buyers can type it in upper or lower case.',
	},
	type: {
		label: 'Type',
		control: { percentage: 'Percentage', fixed: 'Fixed amount' },
		required: false,
		isPaired: true,
		frame: field => <clear-field of="coupon-discount_amount">{field}</clear-field>,
	},
	discount_amount: { label: 'Discount', ...POUNDS, help: 'In percent, at most 100, or in pounds.' },
	min_purchase_amount: { label: 'Minimum purchase amount (£)', ...POUNDS },
	start_date: { label: 'Start date', type: 'date', isPaired: true },
	end_date: { label: 'End date', type: 'date', help: 'Days in London, both included.' },
	max_uses: {
		label: 'Number of orders that may use it',
		optional: true,
		type: 'number',
		step: 1,
		min: 1,
		inputMode: 'numeric',
		autoComplete: 'off',
		help: 'Leave empty for no limit. Rejected orders do not count.',
	},
	is_active: {
		label: 'Active',
		control: 'check',
		required: false,
		help: 'Buyers can apply an active coupon between its dates.',
	},
} satisfies FieldTable

/** Creates or edits a coupon. `version`: its current version, when editing. `values`: as typed. */
export function CouponForm(page: {
	title: string
	documentTitle?: string
	backHref: string
	version?: number
	values: Partial<Record<keyof typeof COUPON_FIELDS, string>>
	refused: RefusedForm | undefined
}) {
	return (
		<FormPage
			{...page}
			id="coupon"
			checks="coupon"
			table={COUPON_FIELDS}
			save="Save coupon"
			saveIntent="save"
			busy="Processing..."
		/>
	)
}
