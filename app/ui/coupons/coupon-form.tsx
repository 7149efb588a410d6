import type { RefusedForm } from '~/server/forms/form.server'
import { Button } from '../button'
import { CancelLink, DialogPage } from '../forms/dialog-page'
import { ErrorSummary } from '../forms/error-summary'
import { CheckField, InputField, SelectField } from '../forms/field'
import { usePageForm } from '../forms/restored'

export const COUPON_LABELS = {
	coupon_code: 'Coupon code',
	type: 'Type',
	discount_amount: 'Discount',
	min_purchase_amount: 'Minimum purchase amount (£)',
	start_date: 'Start date',
	end_date: 'End date',
	max_uses: 'Number of orders that may use it',
	is_active: 'Active',
}

/* The values of the form, as typed. */
type CouponText = Record<keyof typeof COUPON_LABELS, string | undefined>

const REQUIRED = ['coupon_code', 'discount_amount', 'min_purchase_amount', 'start_date', 'end_date']
const POUNDS = { type: 'number', step: 0.01, min: 0.01, inputMode: 'decimal', autoComplete: 'off' } as const

/** Makes or edits a coupon. `version`: of the one that is edited, as it is now. */
export function CouponForm({
	title,
	documentTitle,
	backHref,
	version,
	values,
	refused,
}: {
	title: string
	documentTitle?: string
	backHref: string
	version?: number | undefined
	values: Partial<CouponText>
	refused: RefusedForm | undefined
}) {
	const [form, fields] = usePageForm<CouponText>({
		id: 'coupon',
		lastResult: refused?.result,
		defaultValue: values,
		constraint: Object.fromEntries(REQUIRED.map(name => [name, { required: true }])),
	})
	return (
		<DialogPage title={title} documentTitle={documentTitle} backHref={backHref} backLabel="Cancel" narrow>
			<form-checks of="coupon">
				<form method="post" id="coupon" className="form">
					<ErrorSummary form={form} labels={COUPON_LABELS} title={refused?.title} />
					{version === undefined ? null : <input type="hidden" name="version" value={version} />}
					<InputField
						field={fields.coupon_code}
						label={COUPON_LABELS.coupon_code}
						autoComplete="off"
						maxLength={60}
						help="Buyers may type it in small letters or capitals."
					/>
					<div className="grid items-start gap-6 sm:grid-cols-2">
						<clear-field of={fields.discount_amount.id}>
							<SelectField
								field={fields.type}
								label={COUPON_LABELS.type}
								options={{ percentage: 'Percentage', fixed: 'Fixed amount' }}
							/>
						</clear-field>
						<InputField
							field={fields.discount_amount}
							label={COUPON_LABELS.discount_amount}
							{...POUNDS}
							help="In percent, at most 100, or in pounds."
						/>
					</div>
					<InputField
						field={fields.min_purchase_amount}
						label={COUPON_LABELS.min_purchase_amount}
						{...POUNDS}
					/>
					<div className="grid items-start gap-6 sm:grid-cols-2">
						<InputField field={fields.start_date} label={COUPON_LABELS.start_date} type="date" />
						<InputField
							field={fields.end_date}
							label={COUPON_LABELS.end_date}
							type="date"
							help="Days in London, both included."
						/>
					</div>
					<InputField
						field={fields.max_uses}
						label={COUPON_LABELS.max_uses}
						optional
						type="number"
						step={1}
						min={1}
						inputMode="numeric"
						autoComplete="off"
						help="Empty: any number. An order that is rejected gives its use back."
					/>
					<CheckField
						field={fields.is_active}
						label={COUPON_LABELS.is_active}
						help="Buyers can apply an active coupon between its dates."
					/>
					<div className="actions">
						<Button name="intent" value="save" busy="Processing...">
							Save coupon
						</Button>
						<CancelLink href={backHref} />
					</div>
				</form>
			</form-checks>
		</DialogPage>
	)
}
