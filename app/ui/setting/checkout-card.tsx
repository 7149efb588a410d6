import type { SubmissionResult } from '@conform-to/react'
import { CELL_COUNT } from '~/domain/grid/layout'
import { HOLD_MINUTES, type SettingValue } from '~/domain/settings/schema'
import { Button } from '../button'
import { Card } from '../card'
import { usePageForm } from '../forms/carried'
import { ErrorSummary } from '../forms/error-summary'
import { InputField, SelectField } from '../forms/field'

type CheckoutFields = { holdMinutes: string; maxCellsPerOrder: string; showCreatives: string }

type Values = {
	holdMinutes: SettingValue<'holdMinutes'>
	maxCellsPerOrder: SettingValue<'maxCellsPerOrder'>
	showCreatives: SettingValue<'showCreatives'>
}

type Props = {
	values: Values
	version: number
	lastResult: SubmissionResult | undefined
}

/** How a checkout behaves. */
export function CheckoutCard({ values, version, lastResult }: Props) {
	const [form, fields] = usePageForm<CheckoutFields>({
		id: 'checkout',
		intent: 'checkout',
		lastResult,
		defaultValue: {
			...values,
			holdMinutes: String(values.holdMinutes),
			maxCellsPerOrder: String(values.maxCellsPerOrder),
		},
		defaultNoValidate: false,
		constraint: {
			holdMinutes: { required: true },
			maxCellsPerOrder: { required: true },
			showCreatives: { required: true },
		},
	})
	return (
		<Card title="Checkout">
			<form method="post" id="checkout" className="form max-w-form">
				<input type="hidden" name="version" value={version} />
				<ErrorSummary form={form} />
				<InputField
					field={fields.holdMinutes}
					label="Minutes that pixels are held for a checkout"
					help="From 5 to 10,080, which is a week; 1,440 is a day. Buyers get a reminder two hours before the end. Checkouts that are open keep the time they were given."
					type="number"
					min={HOLD_MINUTES.min}
					max={HOLD_MINUTES.max}
					step={1}
				/>
				<InputField
					field={fields.maxCellsPerOrder}
					label="Pixels that an order can have at most"
					help={`From 1 to ${CELL_COUNT.toLocaleString('en-GB')}.`}
					type="number"
					min={1}
					max={CELL_COUNT}
					step={1}
				/>
				<SelectField
					field={fields.showCreatives}
					label="Show images"
					help="At once lets anybody with a false receipt put an image on the front page."
				>
					<option value="after-approval">After approval of the order</option>
					<option value="at-once">At once</option>
				</SelectField>
				<Button variant="secondary" name="intent" value="checkout">
					Save checkout settings
				</Button>
			</form>
		</Card>
	)
}
