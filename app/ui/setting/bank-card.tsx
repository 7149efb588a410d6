import type { SubmissionResult } from '@conform-to/react'
import type { SettingValue } from '~/domain/settings/schema'
import { Button } from '../button'
import { Card } from '../card'
import { usePageForm } from '../forms/carried'
import { ErrorSummary } from '../forms/error-summary'
import { InputField } from '../forms/field'

const LABELS = {
	accountHolder: 'Account holder',
	bankName: 'Bank name',
	branchAddress: 'Branch address',
	accountNumber: 'Account number or IBAN',
	swiftCode: 'SWIFT code',
	sortCode: 'Sort code',
	iban: 'IBAN',
	ifsc: 'IFSC',
}

type Props = {
	values: SettingValue<'bankDetails'>
	version: number
	lastResult: SubmissionResult | undefined
}

/** The operator's account, to which buyers transfer. */
export function BankCard({ values, version, lastResult }: Props) {
	const [form, fields] = usePageForm<SettingValue<'bankDetails'>>({
		id: 'bank',
		intent: 'bank',
		lastResult,
		defaultValue: values,
		defaultNoValidate: false,
		constraint: {
			accountHolder: { required: true },
			bankName: { required: true },
			branchAddress: { required: true },
			accountNumber: { required: true },
			swiftCode: { required: true },
		},
	})
	return (
		<Card title="Bank details">
			<form method="post" id="bank" className="form max-w-form">
				<p className="text-sm text-muted">
					Buyers transfer to this account. A change is on record with your name, and is shown from the next
					page view on, also to checkouts that are open.
				</p>
				<input type="hidden" name="version" value={version} />
				<ErrorSummary form={form} labels={LABELS} />
				<InputField field={fields.accountHolder} label={LABELS.accountHolder} autoComplete="off" />
				<InputField field={fields.bankName} label={LABELS.bankName} autoComplete="off" />
				<InputField field={fields.branchAddress} label={LABELS.branchAddress} autoComplete="off" />
				<InputField field={fields.accountNumber} label={LABELS.accountNumber} autoComplete="off" />
				<InputField field={fields.sortCode} label={LABELS.sortCode} optional autoComplete="off" />
				<InputField
					field={fields.iban}
					label={LABELS.iban}
					help="Beside the account number, where your bank has both."
					optional
					autoComplete="off"
				/>
				<InputField field={fields.swiftCode} label={LABELS.swiftCode} autoComplete="off" />
				<InputField field={fields.ifsc} label={LABELS.ifsc} optional autoComplete="off" />
				<Button variant="secondary" name="intent" value="bank">
					Save bank details
				</Button>
			</form>
		</Card>
	)
}
