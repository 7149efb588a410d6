import { type SubmissionResult, useForm } from '@conform-to/react'
import { data } from 'react-router'
import { z } from 'zod'
import { brand } from '~/domain/brand'
import { changeSettings } from '~/domain/settings/commands.server'
import { BankForm, CheckoutForm } from '~/domain/settings/forms'
import { getSetting } from '~/domain/settings/queries.server'
import type { SettingValue } from '~/domain/settings/schema'
import { redirectWithFlash } from '~/server/flash.server'
import { parseForm, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { InputField, SelectField } from '~/ui/field'
import { PageTitle } from '~/ui/page-title'
import type { Route } from './+types/setting'

/* The account that buyers pay to is what a stolen session would be used for. */
const FRESH_SIGN_IN_MS = 15 * 60 * 1000
const STALE_SIGN_IN =
	'You signed in more than 15 minutes ago. Please log out and in again before you change the bank details.'

const Maintenance = z.object({ maintenance_mode: z.enum(['0', '1']) })

export const meta: Route.MetaFunction = () => [{ title: `Settings · ${brand.name}` }]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const [maintenance, holdMinutes, showCreatives, bankDetails] = await Promise.all([
		getSetting('maintenance'),
		getSetting('holdMinutes'),
		getSetting('showCreatives'),
		getSetting('bankDetails'),
	])
	return { maintenance, checkout: { holdMinutes: String(holdMinutes), showCreatives }, bankDetails }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const by = { actorId: admin.id, now: asking().now }
	const saved = (text: string) => redirectWithFlash('/admin/setting', { type: 'success', text })
	switch (form.get('intent')) {
		case 'maintenance': {
			const submission = parseForm(form, Maintenance)
			if (submission.status !== 'success') throw data(null, { status: 400 })
			const isOn = submission.value.maintenance_mode === '1'
			await changeSettings({ maintenance: isOn }, by)
			throw await saved(
				isOn ? 'Maintenance is on. Visitors see the notice.' : 'Maintenance is off. The site is open.',
			)
		}
		case 'checkout': {
			const submission = parseForm(form, CheckoutForm)
			if (submission.status !== 'success') return data({ checkout: submission.reply() }, { status: 400 })
			await changeSettings(submission.value, by)
			throw await saved('Checkout settings are saved. Checkouts that are open keep what they were promised.')
		}
		case 'bank': {
			const submission = parseForm(form, BankForm)
			if (submission.status !== 'success') return data({ bank: submission.reply() }, { status: 400 })
			if (by.now - admin.signedInAt > FRESH_SIGN_IN_MS) {
				return data({ bank: submission.reply({ formErrors: [STALE_SIGN_IN] }) }, { status: 403 })
			}
			await changeSettings({ bankDetails: submission.value }, by)
			throw await saved('Bank details are saved. Buyers see them from now on.')
		}
		default:
			throw data(null, { status: 400 })
	}
}

export default function Setting({ loaderData, actionData }: Route.ComponentProps) {
	const refused: { checkout?: SubmissionResult; bank?: SubmissionResult } = actionData ?? {}
	return (
		<>
			<PageTitle title="Settings" intro="What changes the site for everybody." />
			<div className="grid items-start gap-6 xl:grid-cols-2">
				<div className="grid gap-6">
					<MaintenanceCard isOn={loaderData.maintenance} />
					<CheckoutCard values={loaderData.checkout} lastResult={refused.checkout} />
				</div>
				<BankCard values={loaderData.bankDetails} lastResult={refused.bank} />
			</div>
		</>
	)
}

function MaintenanceCard({ isOn }: { isOn: boolean }) {
	return (
		<Card
			title="Maintenance"
			aside={isOn ? <Badge status="on" look="pending" /> : <Badge status="off" look="off" />}
		>
			<form method="post" className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					While maintenance is on, every page shows the notice and nothing can be bought or changed. The
					log-in page and the administration stay open. Pages that are open in a browser follow within five
					minutes.
				</p>
				<input type="hidden" name="maintenance_mode" value={isOn ? '0' : '1'} />
				<Button variant={isOn ? 'primary' : 'danger'} name="intent" value="maintenance">
					{isOn ? 'Turn maintenance off' : 'Turn maintenance on'}
				</Button>
			</form>
		</Card>
	)
}

type FormCard<Values> = { values: Values; lastResult: SubmissionResult | undefined }

function CheckoutCard({ values, lastResult }: FormCard<{ holdMinutes: string; showCreatives: string }>) {
	const [form, fields] = useForm<{ holdMinutes: string; showCreatives: string }>({
		id: 'checkout',
		lastResult,
		defaultValue: values,
		defaultNoValidate: false,
		constraint: { holdMinutes: { required: true }, showCreatives: { required: true } },
	})
	return (
		<Card title="Checkout">
			<form method="post" id={form.id} className="form max-w-form">
				<ErrorSummary form={form} />
				<InputField
					field={fields.holdMinutes}
					label="Minutes that pixels are held for a checkout"
					help="From 5 to 1,440. Checkouts that are open keep the time they were given."
					type="number"
					min={5}
					max={1440}
					step={1}
				/>
				<SelectField field={fields.showCreatives} label="Show images">
					<option value="at-once">At once</option>
					<option value="after-approval">After approval of the order</option>
				</SelectField>
				<Button variant="secondary" name="intent" value="checkout">
					Save checkout settings
				</Button>
			</form>
		</Card>
	)
}

const BANK_LABELS = {
	accountHolder: 'Account holder',
	bankName: 'Bank name',
	branchAddress: 'Branch address',
	accountNumber: 'Account number or IBAN',
	swiftCode: 'SWIFT code',
	ifsc: 'IFSC',
}

function BankCard({ values, lastResult }: FormCard<SettingValue<'bankDetails'>>) {
	const [form, fields] = useForm<SettingValue<'bankDetails'>>({
		id: 'bank',
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
			<form method="post" id={form.id} className="form max-w-form">
				<p className="text-sm text-muted">
					Buyers transfer to this account. A change is on record with your name, and is shown from the next
					page view on, also to checkouts that are open.
				</p>
				<ErrorSummary form={form} labels={BANK_LABELS} />
				<InputField field={fields.accountHolder} label={BANK_LABELS.accountHolder} autoComplete="off" />
				<InputField field={fields.bankName} label={BANK_LABELS.bankName} autoComplete="off" />
				<InputField field={fields.branchAddress} label={BANK_LABELS.branchAddress} autoComplete="off" />
				<InputField field={fields.accountNumber} label={BANK_LABELS.accountNumber} autoComplete="off" />
				<InputField field={fields.swiftCode} label={BANK_LABELS.swiftCode} autoComplete="off" />
				<InputField field={fields.ifsc} label={BANK_LABELS.ifsc} optional autoComplete="off" />
				<Button variant="secondary" name="intent" value="bank">
					Save bank details
				</Button>
			</form>
		</Card>
	)
}
