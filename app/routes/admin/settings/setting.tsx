import type { SubmissionResult } from '@conform-to/react'
import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { readProfile } from '~/domain/accounts/profile/profile.queries.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { countAdministrators } from '~/domain/accounts/queries.server'
import { isFreshSignIn, staleSignIn, TEXT } from '~/domain/accounts/rules'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.queries.server'
import { brand } from '~/domain/brand'
import { changeSettings } from '~/domain/settings/commands.server'
import {
	BankForm,
	CheckoutForm,
	MAINTENANCE_MEANS,
	NotificationsForm,
	SecondForm,
} from '~/domain/settings/forms'
import { readSettingsOf } from '~/domain/settings/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, parseForm, readForm, statusOf } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/layout/page-title'
import { AdministratorsCard, SecondCard } from '~/ui/setting/administrators-card'
import { BankCard } from '~/ui/setting/bank-card'
import { CheckoutCard } from '~/ui/setting/checkout-card'
import { NotificationsCard } from '~/ui/setting/notifications-card'
import { PaymentsCard } from '~/ui/setting/payments-card'
import { ProfileCard } from '~/ui/setting/profile-card'
import { SecurityCards } from '~/ui/setting/security-cards'
import type { Route } from './+types/setting'

/* The account that buyers pay to is what a stolen session would be used for. */
const STALE_SIGN_IN = staleSignIn('you change the bank details')
const STALE_FOR_LIMIT = staleSignIn('you change the limit')

/** The version that the card was drawn with. */
const seenIn = (form: FormData) =>
	z.coerce
		.number()
		.int()
		.optional()
		.catch(undefined)
		.parse(form.get('version') ?? undefined)

const Administrators = z.object({ demand_second_factor: z.enum(['0', '1']) })

const FORMS = {
	house: ['maintenance', 'demandSecondFactor'],
	checkout: ['holdMinutes', 'maxCellsPerOrder', 'showCreatives'],
	notifications: ['paymentMails', 'paymentMailsTo'],
	bank: ['bankDetails'],
	second: ['secondAbovePence'],
} as const

export const meta: Route.MetaFunction = () => [{ title: `Settings · ${brand.name}` }]

export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const [{ house, checkout, notifications, bank, second }, profile, secondFactor, sessions, administrators] =
		await Promise.all([
			readSettingsOf(FORMS),
			readProfile(admin),
			readSecondFactor(admin, now),
			listSessions(admin, now),
			countAdministrators(),
		])
	return {
		house: house.values,
		checkout,
		notifications,
		bank: { values: bank.values.bankDetails, version: bank.version },
		second: { ...second, administrators },
		security: { secondFactor, sessions },
		profile,
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const by = { actorId: admin.id, now: currentCaller().now }
	const saved = (text: string) => redirectWithFlash('/admin/setting', { type: 'success', text })
	const intent = form.get('intent')

	/** Saves what one of the cards sent, or shows the card again. */
	async function save<Schema extends z.ZodType>(
		schema: Schema,
		settingsOf: (value: z.output<Schema>) => Parameters<typeof changeSettings>[0],
		{ done, stale }: { done: string; stale?: string },
	) {
		const submission = parseForm(form, schema)
		const again = (result: SubmissionResult, status: number) =>
			data({ card: String(intent), result }, { status })
		if (submission.status !== 'success') return again(submission.reply(), 400)
		if (stale && !isFreshSignIn(admin.signedInAt, by.now)) {
			return again(submission.reply({ formErrors: [stale] }), 403)
		}
		const change = () => changeSettings(settingsOf(submission.value), { ...by, version: seenIn(form) })
		const outcome = await catchUnexpected(change, { message: TEXT.unexpected })
		if (!outcome.ok) {
			return again(submission.reply({ formErrors: [outcome.message] }), statusOf(outcome))
		}
		throw await saved(done)
	}

	switch (intent) {
		case 'maintenance': {
			const mode = form.get('maintenance_mode')
			if (mode === '1') throw redirect(href('/admin/setting/maintenance'))
			if (mode !== '0') throw data(null, { status: 400 })
			await changeSettings({ maintenance: false }, by)
			throw await saved('Maintenance is off. The site is open.')
		}
		case 'administrators': {
			const submission = parseForm(form, Administrators)
			if (submission.status !== 'success') throw data(null, { status: 400 })
			const isDemanded = submission.value.demand_second_factor === '1'
			await changeSettings({ demandSecondFactor: isDemanded }, by)
			throw await saved(
				isDemanded
					? 'Every administrator needs a second factor from now on.'
					: 'Administrators may do without a second factor.',
			)
		}
		case 'checkout':
			return await save(CheckoutForm, settings => settings, {
				done: 'Checkout settings are saved. Checkouts that are open keep what they were promised.',
			})
		case 'notifications':
			return await save(NotificationsForm, settings => settings, { done: 'Notification settings are saved.' })
		case 'second':
			return await save(SecondForm, ({ secondAbove }) => ({ secondAbovePence: secondAbove }), {
				done: 'The limit is saved.',
				stale: STALE_FOR_LIMIT,
			})
		case 'bank':
			return await save(BankForm, bankDetails => ({ bankDetails }), {
				done: 'Bank details are saved. Buyers see them from now on.',
				stale: STALE_SIGN_IN,
			})
		default:
			throw data(null, { status: 400 })
	}
}

export default function Setting({ loaderData, actionData }: Route.ComponentProps) {
	const { house, checkout, notifications, bank, second, security, profile } = loaderData
	const refused = (card: string) => (actionData?.card === card ? actionData.result : undefined)
	return (
		<>
			<PageTitle
				title="Settings"
				intro="What changes the site for everybody, and how your own account is kept safe."
				actions={
					<a className="link link-alone text-sm" href="/admin/audit?kind=setting">
						Changes in the audit
					</a>
				}
			/>
			<div className="grid items-start gap-6 xl:grid-cols-2">
				<div className="grid gap-6">
					<ProfileCard area="admin" profile={profile} />
					<PaymentsCard />
					<BankCard {...bank} lastResult={refused('bank')} />
				</div>
				<div className="grid gap-6">
					<MaintenanceCard isOn={house.maintenance} />
					<CheckoutCard {...checkout} lastResult={refused('checkout')} />
					<NotificationsCard {...notifications} lastResult={refused('notifications')} />
					<OperationCard />
					<SecondCard {...second} lastResult={refused('second')} />
					<AdministratorsCard
						isDemanded={house.demandSecondFactor}
						hasOwn={security.secondFactor.state === 'on'}
					/>
					<SecurityCards area="admin" {...security} />
				</div>
			</div>
		</>
	)
}

function OperationCard() {
	return (
		<Card
			title="Operation"
			aside={
				<a className="link link-alone text-sm" href="/admin/setting/check">
					Self-check
				</a>
			}
		>
			<form method="post" action="/admin/setting/check" className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					Sends an email to your own address. Until it is delivered it is in the{' '}
					<a className="link" href="/admin/outbox">
						outbox
					</a>
					, with the answer of the mail server if there was an error.
				</p>
				<Button variant="secondary" name="intent" value="test-email">
					Send a test email
				</Button>
			</form>
		</Card>
	)
}

function MaintenanceCard({ isOn }: { isOn: boolean }) {
	return (
		<Card
			title="Maintenance"
			aside={isOn ? <Badge status="on" look="pending" /> : <Badge status="off" look="off" />}
		>
			<div className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">{MAINTENANCE_MEANS}</p>
				{isOn ? (
					<form method="post">
						<input type="hidden" name="maintenance_mode" value="0" />
						<Button name="intent" value="maintenance">
							Turn maintenance off
						</Button>
					</form>
				) : (
					<dialog-link>
						<form action={href('/admin/setting/maintenance')}>
							<input type="hidden" name="maintenance_mode" value="1" />
							<Button variant="danger">Turn maintenance on</Button>
						</form>
					</dialog-link>
				)}
			</div>
		</Card>
	)
}
