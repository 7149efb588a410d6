import { changeNamePublic } from '~/domain/accounts/profile/profile.commands.server'
import { readProfile } from '~/domain/accounts/profile/profile.queries.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.server'
import { listAlerts, removeAlert } from '~/domain/alerts/commands.server'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { PageTitle } from '~/ui/layout/page-title'
import { AlertsCard } from '~/ui/setting/alerts-card'
import { NameCard } from '~/ui/setting/name-card'
import { OwnDataCard } from '~/ui/setting/own-data-card'
import { ProfileCard } from '~/ui/setting/profile-card'
import { SecurityCards } from '~/ui/setting/security-cards'
import type { Route } from './+types/setting'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const now = Date.now()
	const [profile, secondFactor, sessions, alerts] = await Promise.all([
		readProfile(account),
		readSecondFactor(account, now),
		listSessions(account, now),
		listAlerts(account.id),
	])
	return { profile, secondFactor, sessions, alerts }
}

export async function action({ request }: Route.ActionArgs) {
	const { id: accountId } = await requireUser(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'remove-alert':
			await removeAlert({ accountId, lot: Number(form.get('lot')) })
			throw await redirectWithFlash('/user/setting', 'We will not email you about it.')
		case 'name-public': {
			const isPublic = form.get('isPublic') === 'on'
			const changed = await catchUnexpected(() => changeNamePublic(isPublic, { accountId, now: Date.now() }))
			const text = isPublic ? 'Your name is shown.' : 'Your name is not shown.'
			const said = changed.ok ? text : ({ type: 'error', text: changed.message } as const)
			throw await redirectWithFlash('/user/setting', said)
		}
		default:
			throw badRequest()
	}
}

export default function Setting({ loaderData }: Route.ComponentProps) {
	const { profile, secondFactor, sessions, alerts } = loaderData
	return (
		<>
			<PageTitle title="Settings" intro="Your account, and how it is kept safe." />
			<div className="grid items-start gap-6 xl:grid-cols-2">
				<ProfileCard area="user" profile={profile} />
				<div className="grid gap-6 xl:row-span-2">
					<SecurityCards area="user" secondFactor={secondFactor} sessions={sessions} />
				</div>
				<NameCard isPublic={profile.isNamePublic} />
				<AlertsCard alerts={alerts} />
				<OwnDataCard />
			</div>
		</>
	)
}
