import { changeNamePublic } from '~/domain/accounts/profile/profile.commands.server'
import { listSessions } from '~/domain/accounts/profile/sessions.queries.server'
import { readProfile } from '~/domain/accounts/queries.server'
import { readSecondFactor } from '~/domain/accounts/second-factor/second-factor.server'
import { listAlerts, removeAlert } from '~/domain/alerts/commands.server'
import { cellsByIds } from '~/domain/grid/layout'
import { describeLotPlace, describeLotSize, formatLotNumber } from '~/domain/grid/lot'
import { pixelPath } from '~/domain/grid/pixel-path'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/layout/page-title'
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
			const message = changed.ok ? text : ({ type: 'error', text: changed.message } as const)
			throw await redirectWithFlash('/user/setting', message)
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
					<NameCard isPublic={profile.isNamePublic} />
					<AlertsCard alerts={alerts} />
				</div>
				<OwnDataCard />
			</div>
		</>
	)
}

/** Shows or hides the owner's name on the pages of their blocks. */
function NameCard({ isPublic }: { isPublic: boolean }) {
	return (
		<Card title="Your name in public">
			<form method="post" className="grid justify-items-start gap-5">
				<label className="check">
					<input type="checkbox" name="isPublic" defaultChecked={isPublic} />
					<span>Show my name as the owner on the pages of my pixels</span>
				</label>{' '}
				<Button variant="secondary" name="intent" value="name-public">
					Save
				</Button>
			</form>
		</Card>
	)
}

/** Export and deletion of one's own data. */
function OwnDataCard() {
	return (
		<Card title="Your data">
			<div className="grid justify-items-start gap-5">
				<p className="max-w-text text-sm">
					What we keep about you, in one file (JSON): your account, orders, pixels, what they show,
					invitations, emails and sessions.
				</p>
				<ButtonLink variant="secondary" href="/user/setting/export">
					Download your data
				</ButtonLink>
				<p className="max-w-text border-t border-line pt-5 text-sm">
					You can delete your account. Your pixels become available to others then, and what they show is
					erased.
				</p>
				<ButtonLink variant="secondary" href="/user/setting/delete">
					Delete your account
				</ButtonLink>
			</div>
		</Card>
	)
}

/** The blocks that a member waits for (P8), each with a button to stop. Nothing without any. */
function AlertsCard({ alerts }: { alerts: { lot: number; cells: number[] }[] }) {
	if (alerts.length === 0) return null
	return (
		<Card title="Emails when pixels are free" flush>
			<ul className="border-t border-line text-sm">
				{alerts.map(({ lot, cells: ids }) => {
					const cells = cellsByIds(ids)
					return (
						<li
							key={lot}
							className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-5 py-2"
						>
							<p className="min-w-0">
								<a className="link font-semibold" href={pixelPath(lot)}>
									{formatLotNumber(cells)}
								</a>
								<br />
								<span className="text-muted">
									{describeLotSize(cells)}, {describeLotPlace(cells)}
								</span>
							</p>
							<form method="post" className="-mx-2">
								<input type="hidden" name="lot" value={lot} />
								<Button
									variant="quiet"
									name="intent"
									value="remove-alert"
									aria-label={`Remove: ${formatLotNumber(cells)}`}
								>
									Remove
								</Button>
							</form>
						</li>
					)
				})}
			</ul>
			<p className="p-5 text-xs text-muted">
				We send one email for each alert. An alert ends after twelve months.
			</p>
		</Card>
	)
}
