import type { SubmissionResult } from '@conform-to/react'
import type { SettingValue } from '~/domain/settings/schema'
import { Button } from '../button'
import { Card } from '../card'
import { usePageForm } from '../forms/carried'
import { ErrorSummary } from '../forms/error-summary'
import { InputField, SelectField } from '../forms/field'

type Values = { paymentMails: SettingValue<'paymentMails'>; paymentMailsTo: string }

const LABELS = { paymentMails: 'Emails about new payments', paymentMailsTo: 'Address for notifications' }

type Props = {
	values: Values
	version: number
	lastResult: SubmissionResult | undefined
}

/** How the operator hears of new payments. */
export function NotificationsCard({ values, version, lastResult }: Props) {
	const [form, fields] = usePageForm<Values>({
		id: 'notifications',
		intent: 'notifications',
		lastResult,
		defaultValue: values,
		defaultNoValidate: false,
		constraint: { paymentMails: { required: true }, paymentMailsTo: { required: true } },
	})
	return (
		<Card title="Notifications">
			<form method="post" id="notifications" className="form max-w-form">
				<input type="hidden" name="version" value={version} />
				<ErrorSummary form={form} labels={LABELS} />
				<SelectField
					field={fields.paymentMails}
					label={LABELS.paymentMails}
					help="The summary tells of the day before, from eight o’clock in London."
				>
					<option value="each">One for every payment</option>
					<option value="daily">A summary once a day</option>
					<option value="none">None</option>
				</SelectField>
				<InputField
					field={fields.paymentMailsTo}
					label={LABELS.paymentMailsTo}
					type="email"
					autoComplete="off"
				/>
				<Button variant="secondary" name="intent" value="notifications">
					Save notification settings
				</Button>
			</form>
		</Card>
	)
}
