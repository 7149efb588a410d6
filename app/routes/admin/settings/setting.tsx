import { href, redirect } from 'react-router'
import { z } from 'zod'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { countAdministrators, readProfile } from '~/domain/accounts/queries.server'
import { isFreshSignIn, staleSignIn } from '~/domain/accounts/rules'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.server'
import { changeSettings } from '~/domain/settings/commands.server'
import {
	BankForm,
	CheckoutForm,
	MAINTENANCE_MEANS,
	NotificationsForm,
	SecondAdministratorForm,
} from '~/domain/settings/forms'
import { readSettings } from '~/domain/settings/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/layout/page-title'
import {
	AdministratorsCard,
	BankCard,
	CheckoutCard,
	NotificationsCard,
	PaymentsCard,
	SecondAdministratorCard,
} from '~/ui/setting/house-cards'
import { ProfileCard } from '~/ui/setting/profile-card'
import { SecurityCards } from '~/ui/setting/security-cards'
import type { Route } from './+types/setting'

/** The version that the card was shown with. */
const Version = z.coerce.number().int().optional().catch(undefined)

export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const [house, checkout, notifications, bank, second, profile, secondFactor, sessions, administrators] =
		await Promise.all([
			readSettings(['maintenance', 'demandSecondFactor']),
			readSettings(['holdMinutes', 'maxCellsPerOrder', 'showCreatives']),
			readSettings(['paymentMails', 'paymentMailsTo']),
			readSettings(['bankDetails']),
			readSettings(['secondAbovePence']),
			readProfile(admin),
			readSecondFactor(admin, now),
			listSessions(admin, now),
			countAdministrators(),
		])
	return {
		house: house.values,
		checkout,
		notifications,
		bank: { ...bank, values: bank.values.bankDetails },
		second: { ...second, administrators },
		security: { secondFactor, sessions },
		profile,
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const by = { actorId: admin.id, now: currentCaller().now }
	const redirectToSettings = (text: string) => redirectWithFlash('/admin/setting', text)
	const intent = form.get('intent')

	/** Saves the form of one of the cards, or shows the card again. */
	async function save<Schema extends z.ZodType>(
		schema: Schema,
		toSettings: (value: z.output<Schema>) => Parameters<typeof changeSettings>[0],
		{ done, stale }: { done: string; stale?: string },
	) {
		const version = Version.parse(form.get('version') ?? undefined)
		const sent = await submitForm(form, schema, async value => {
			const isStale = stale !== undefined && !isFreshSignIn(admin.signedInAt, by.now)
			if (isStale) return { ok: false as const, message: stale, status: 403 }
			return await changeSettings(toSettings(value), { ...by, version })
		})
		if (!sent.ok) return sent.reply
		throw await redirectToSettings(done)
	}

	switch (intent) {
		case 'maintenance': {
			const mode = form.get('maintenance_mode')
			if (mode === '1') throw redirect(href('/admin/setting/maintenance'))
			if (mode !== '0') throw badRequest()
			await changeSettings({ maintenance: false }, by)
			throw await redirectToSettings('Maintenance is off. The site is open.')
		}
		case 'administrators': {
			const demand = form.get('demand_second_factor')
			if (demand !== '0' && demand !== '1') throw badRequest()
			const isRequired = demand === '1'
			if (!isRequired && !isFreshSignIn(admin.signedInAt, by.now)) {
				const text = staleSignIn('you make two-factor authentication optional')
				throw await redirectWithFlash('/admin/setting', { type: 'error', text })
			}
			await changeSettings({ demandSecondFactor: isRequired }, by)
			throw await redirectToSettings(
				isRequired
					? 'Two-factor authentication is now required of administrators.'
					: 'Two-factor authentication is now optional for administrators.',
			)
		}
		case 'checkout':
			return await save(CheckoutForm, settings => settings, {
				done: 'Checkout settings are saved. Open checkouts keep theirs.',
			})
		case 'notifications':
			return await save(NotificationsForm, settings => settings, {
				done: 'Notification settings are saved.',
				stale: staleSignIn('you change who is notified about payments'),
			})
		case 'second':
			return await save(SecondAdministratorForm, ({ secondAbove }) => ({ secondAbovePence: secondAbove }), {
				done: 'The limit is saved.',
				stale: staleSignIn('you change the limit'),
			})
		case 'bank':
			return await save(BankForm, bankDetails => ({ bankDetails }), {
				done: 'Bank details are saved. Buyers see them from now on.',
				// Changing them is what a stolen session would be used for.
				stale: staleSignIn('you change the bank details'),
			})
		default:
			throw badRequest()
	}
}

export default function Setting({ loaderData, actionData }: Route.ComponentProps) {
	const { house, checkout, notifications, bank, second, security, profile } = loaderData
	const sent = actionData?.result.initialValue?.['intent']
	const getRefusedCard = (card: string) => (sent === card ? actionData : undefined)
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
					<SecurityCards area="admin" {...security} />
					<AdministratorsCard
						isRequired={house.demandSecondFactor}
						hasOwn={security.secondFactor.state === 'on'}
					/>
					<BankCard {...bank} refused={getRefusedCard('bank')} />
				</div>
				<div className="grid gap-6">
					<PaymentsCard />
					<MaintenanceCard isOn={house.maintenance} />
					<CheckoutCard {...checkout} refused={getRefusedCard('checkout')} />
					<NotificationsCard {...notifications} refused={getRefusedCard('notifications')} />
					<SecondAdministratorCard {...second} refused={getRefusedCard('second')} />
				</div>
			</div>
		</>
	)
}

function MaintenanceCard({ isOn }: { isOn: boolean }) {
	return (
		<Card
			title="Maintenance"
			aside={isOn ? <Badge status="on" variant="pending" /> : <Badge status="off" variant="off" />}
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
							<Button variant="secondary">Turn maintenance on</Button>
						</form>
					</dialog-link>
				)}
			</div>
		</Card>
	)
}
