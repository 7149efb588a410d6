import type { FieldMetadata } from '@conform-to/react'
import { type ReactNode, useState } from 'react'
import { RECEIPT_ACCEPT } from '~/domain/files/rules'
import { COUNTRIES } from '~/domain/orders/contact-rules'
import { Card } from '~/ui/card'
import { CheckField, FileField, InputField, KeptFile, SelectField } from '~/ui/forms/field'

/** The labels of the fields, in the order of the page. */
export const PAYMENT_LABELS = {
	name: 'Full name or company name',
	email: 'Email',
	country: 'Country',
	contact_no: 'Contact number',
	bank_name: 'Bank name',
	bank_account_no: 'Account number or IBAN',
	payment_id: 'Transaction ID',
	payment_receipt: 'Payment receipt',
	swift_receipt: 'SWIFT copy',
	details_confirmed: 'Confirmation of the details',
	terms: 'Terms and privacy policy',
} as const

/** The fields of the form of step 3, by name. */
export type PaymentFields = Record<keyof typeof PAYMENT_LABELS, string>

export function isPaymentField(name: string): name is keyof PaymentFields {
	return Object.hasOwn(PAYMENT_LABELS, name)
}

type Fields = Required<{ [Name in keyof PaymentFields]: FieldMetadata<string, PaymentFields, string[]> }>

type Props = {
	fields: Fields
	kept: { payment: string | null; swift: string | null }
	/** What looks wrong about the account number sent before. */
	doubt: string | undefined
	/** Called when a file was chosen, to check its field at once. */
	leave: (name: keyof PaymentFields) => void
}

/** The buyer's fields for the transfer. `kept`: names of the receipts that were accepted before. */
export function PaymentFieldset({ fields, kept, doubt, leave }: Props) {
	return (
		<>
			<Buyer title="Payer" fields={fields} />
			<Card title="The transfer">
				<div className="form">
					<InputField
						field={fields.bank_name}
						label={PAYMENT_LABELS.bank_name}
						help="The bank you have paid from."
					/>
					<AccountNumber field={fields.bank_account_no} doubt={doubt} />
					<InputField
						field={fields.payment_id}
						label={PAYMENT_LABELS.payment_id}
						spellCheck={false}
						help="As your bank shows it for this transfer."
					/>
					<FileField
						field={fields.payment_receipt}
						label={PAYMENT_LABELS.payment_receipt}
						accept={RECEIPT_ACCEPT}
						checked={false}
						onChange={() => leave('payment_receipt')}
						help={receiptHelp(kept.payment)}
					/>
					<FileField
						field={fields.swift_receipt}
						label={PAYMENT_LABELS.swift_receipt}
						optional
						accept={RECEIPT_ACCEPT}
						checked={false}
						onChange={() => leave('swift_receipt')}
						help={receiptHelp(kept.swift)}
					/>
				</div>
			</Card>
		</>
	)
}

/** A number that looks like a wrong IBAN gets a hint, but is accepted. */
function AccountNumber({ field, doubt }: { field: Fields['bank_account_no']; doubt: string | undefined }) {
	const [hint, setHint] = useState(doubt)
	const findHint = async (typed: string) => {
		const { ibanProblem } = await import('./checks')
		setHint(ibanProblem(typed))
	}
	return (
		<InputField
			field={field}
			label={PAYMENT_LABELS.bank_account_no}
			spellCheck={false}
			help={hint && `${hint}. If your bank writes it like this, leave it.`}
			onBlur={({ target }) => findHint(target.value)}
		/>
	)
}

/** The fields about the buyer: the only ones when nothing is to be paid. */
export function Buyer({ title, fields }: { title: string; fields: Fields }) {
	return (
		<Card title={title}>
			<div className="form">
				<InputField field={fields.name} label={PAYMENT_LABELS.name} autoComplete="name" />
				<InputField field={fields.email} label={PAYMENT_LABELS.email} type="email" autoComplete="email" />
				<SelectField field={fields.country} label={PAYMENT_LABELS.country} autoComplete="country-name">
					<option value="">Choose a country</option>
					{Object.entries(COUNTRIES).map(([code, { name, prefix }]) => (
						<option key={code} value={code}>
							{`${name} (${prefix})`}
						</option>
					))}
				</SelectField>
				<InputField
					field={fields.contact_no}
					label={PAYMENT_LABELS.contact_no}
					type="tel"
					autoComplete="tel-national"
					help="The country sets the code. For another code, or a country that is not listed, begin with a plus."
				/>
			</div>
		</Card>
	)
}

/** What the buyer confirms, above the button. */
export function Confirmation({ fields, isFree }: { fields: Fields; isFree: boolean }) {
	return (
		<fieldset
			className="sheet card-body grid gap-1 lg:border-0 lg:bg-transparent lg:p-0"
			aria-label="Your confirmation"
		>
			<CheckField
				field={fields.details_confirmed}
				label={`I confirm that the details are correct${isFree ? '' : ' and that I have made the transfer'}.`}
			/>
			<CheckField
				field={fields.terms}
				label={
					<>
						I agree to the{' '}
						<a className="link" href="/policy-terms" target="_blank" rel="noopener">
							terms and privacy policy
						</a>
						.
					</>
				}
			/>
		</fieldset>
	)
}

function receiptHelp(kept: string | null): ReactNode {
	return kept === null ? 'PNG, JPG or PDF, at most 5 MB.' : <KeptFile name={kept} />
}
