import type { ReactNode } from 'react'
import { CELL_COUNT } from '~/domain/grid/layout'
import { formatPounds } from '~/domain/money'
import { HOLD_MINUTES, SETTING_LABELS, type SettingValue } from '~/domain/settings/schema'
import type { RefusedForm } from '~/server/forms/form.server'
import { Badge } from '../badge'
import { Button } from '../button'
import { Card } from '../card'
import { type FieldTable, TableForm } from '../forms/table-form'

/* Settings of the whole site, one card per form. */

const LINKS = [
	['Pixel prices', '/admin/setting/prices', 'The price of a pixel of each type.'],
	['Payment gateway', '/admin/setting/gateway', 'Keys of Stripe and Wise, stored encrypted.'],
	['Brand', '/admin/setting/brand', 'Name, founder, offices, contacts and links, as shown on every page.'],
	[
		'Self-check',
		'/admin/setting/check',
		'The state of this installation: database, files, email and more; sends a test email.',
	],
] as const

/** Links to the pages about prices, payment providers, the brand, and the installation. */
export function PaymentsCard() {
	return (
		<Card title="Prices, gateway, brand and operation">
			<ul className="grid gap-2">
				{LINKS.map(([title, href, text]) => (
					<li key={href}>
						<a className="link inline-flex min-h-11 items-center" href={href}>
							{title}
						</a>
						<p className="-mt-2 text-sm text-muted">{text}</p>
					</li>
				))}
			</ul>
		</Card>
	)
}

/** Props of every card with a form: its settings, their version, and the refusal. */
type Stored<Values> = { values: Values; version: number; refused: RefusedForm | undefined }

type FormCardProps = Stored<Readonly<Record<string, string>>> & {
	title: string
	aside?: ReactNode
	intent: string
	table: FieldTable
	intro?: ReactNode
	save: string
}

function FormCard({ title, aside, intent, table, intro, save, ...stored }: FormCardProps) {
	return (
		<Card title={title} aside={aside}>
			<TableForm
				id={intent}
				intent={intent}
				className="form max-w-form"
				table={table}
				intro={intro}
				{...stored}
			>
				<Button variant="secondary" className="justify-self-start" name="intent" value={intent}>
					{save}
				</Button>
			</TableForm>
		</Card>
	)
}

const BANK: FieldTable = {
	accountHolder: { label: 'Account holder', autoComplete: 'off' },
	bankName: { label: 'Bank name', autoComplete: 'off' },
	branchAddress: { label: 'Branch address', autoComplete: 'off' },
	accountNumber: { label: 'Account number or IBAN', autoComplete: 'off' },
	sortCode: { label: 'Sort code', optional: true, autoComplete: 'off' },
	iban: {
		label: 'IBAN',
		help: 'In addition to the account number, where your bank has both.',
		optional: true,
		autoComplete: 'off',
	},
	swiftCode: { label: 'SWIFT code', autoComplete: 'off' },
	ifsc: { label: 'IFSC', optional: true, autoComplete: 'off' },
}

/** The operator's bank details, to which buyers transfer. */
export function BankCard(stored: Stored<SettingValue<'bankDetails'>>) {
	return (
		<FormCard
			title="Bank details"
			intent="bank"
			table={BANK}
			intro={
				<p className="text-sm text-muted">
					Buyers transfer to this account. Changes are recorded with your name and take effect at once, also
					in open checkouts.
				</p>
			}
			save="Save bank details"
			{...stored}
		/>
	)
}

const CHECKOUT: FieldTable = {
	holdMinutes: {
		label: SETTING_LABELS.holdMinutes,
		help: 'From 5 to 10,080 (one week); 1,440 is one day. Buyers are reminded two hours before the end. Open checkouts keep their time.',
		type: 'number',
		...HOLD_MINUTES,
		step: 1,
	},
	maxCellsPerOrder: {
		label: SETTING_LABELS.maxCellsPerOrder,
		help: `From 1 to ${CELL_COUNT.toLocaleString('en-GB')}.`,
		type: 'number',
		min: 1,
		max: CELL_COUNT,
		step: 1,
	},
	showCreatives: {
		label: SETTING_LABELS.showCreatives,
		help: '“At once” lets anyone with a false receipt put an image on the front page.',
		control: { 'after-approval': 'After approval of the order', 'at-once': 'At once' },
	},
}

type Checkout = { holdMinutes: number; maxCellsPerOrder: number; showCreatives: string }

/** The checkout settings. */
export function CheckoutCard({ values, ...stored }: Stored<Checkout>) {
	const { holdMinutes, maxCellsPerOrder } = values
	const typed = { ...values, holdMinutes: `${holdMinutes}`, maxCellsPerOrder: `${maxCellsPerOrder}` }
	return (
		<FormCard
			title="Checkout"
			intent="checkout"
			table={CHECKOUT}
			save="Save checkout settings"
			{...stored}
			values={typed}
		/>
	)
}

const NOTIFICATIONS: FieldTable = {
	paymentMails: {
		label: SETTING_LABELS.paymentMails,
		help: 'The summary covers the previous day and is sent after 8 am, London time.',
		control: { each: 'One for every payment', daily: 'A summary once a day', none: 'None' },
	},
	paymentMailsTo: { label: SETTING_LABELS.paymentMailsTo, type: 'email', autoComplete: 'off' },
}

/** The operator's notifications of new payments. */
export function NotificationsCard(stored: Stored<{ paymentMails: string; paymentMailsTo: string }>) {
	return (
		<FormCard
			title="Notifications"
			intent="notifications"
			table={NOTIFICATIONS}
			save="Save notification settings"
			{...stored}
		/>
	)
}

const ABOVE =
	'Approvals and refunds above this amount need a second, independent administrator. Leave empty to turn this off.'
const ALONE = ' There is only one administrator so far, so nothing above it could be completed.'

/** The amount above which two administrators decide (P53). */
export function SecondAdministratorCard({
	values: { secondAbovePence: limit },
	administrators,
	...stored
}: Stored<{ secondAbovePence: number }> & { administrators: number }) {
	const secondAbove = {
		label: SETTING_LABELS.secondAbovePence,
		optional: true,
		inputMode: 'decimal',
		autoComplete: 'off',
		maxLength: 40,
		help: administrators > 1 ? ABOVE : ABOVE + ALONE,
	} as const
	return (
		<FormCard
			title="Second administrator"
			aside={limit === 0 ? <Badge status="off" variant="off" /> : <Badge status="on" variant="approved" />}
			intent="second"
			table={{ secondAbove }}
			save="Save the limit"
			{...stored}
			values={{ secondAbove: limit === 0 ? '' : formatPounds(limit).replace('£', '') }}
		/>
	)
}

/** Requires two-factor authentication of all administrators. */
export function AdministratorsCard({ isRequired, hasOwn }: { isRequired: boolean; hasOwn: boolean }) {
	return (
		<Card
			title="Administrators"
			aside={
				<Badge status={isRequired ? 'required' : 'optional'} variant={isRequired ? 'approved' : 'off'} />
			}
		>
			<form method="post" className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					When required, administrators without two-factor authentication set it up before anything else.
					{hasOwn || isRequired ? null : ' You have not set it up yet, so you would begin with your own.'}
				</p>
				<input type="hidden" name="demand_second_factor" value={isRequired ? '0' : '1'} />
				<Button variant="secondary" name="intent" value="administrators">
					{isRequired ? 'Make two-factor authentication optional' : 'Require two-factor authentication'}
				</Button>
			</form>
		</Card>
	)
}
