import { Outlet, useLocation } from 'react-router'
import { countWaiting } from '~/domain/dashboard/waiting.server'
import { profileImageUrl } from '~/domain/files/rules'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { carriedForm } from '~/server/carried-form.server'
import { requireAdmin } from '~/server/guards.server'
import { maintenanceIsOn } from '~/server/maintenance.server'
import { AccountShell } from '~/ui/account-shell'
import { Notice } from '~/ui/notice'
import { drawSideMenu } from '~/ui/side-menu.server'
import type { Route } from './+types/layout'

/** The second wall: the first is the first line of every loader and action below. */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request }) => {
		await requireAdmin(request)
	},
]

export async function loader({ request }: Route.LoaderArgs) {
	const { id, fullName, email, profileImageKey, hasSecondFactor } = await requireAdmin(request)
	const [maintenance, carried, invitations, waiting] = await Promise.all([
		maintenanceIsOn(),
		carriedForm(request, id),
		readIncomingTransfers(email, Date.now()),
		countWaiting(),
	])
	return {
		hasSecondFactor,
		menu: drawSideMenu('admin', new URL(request.url).pathname),
		account: { fullName, email, profileImage: profileImageUrl(profileImageKey) },
		maintenance,
		carried,
		invitations,
		waiting,
	}
}

export default function Layout({ loaderData }: Route.ComponentProps) {
	return (
		<AccountShell area="admin" {...loaderData}>
			{loaderData.maintenance ? (
				<Notice tone="warning">
					<p>
						Maintenance is on: visitors see the notice.{' '}
						<a className="link" href="/admin/setting">
							Settings
						</a>
					</p>
				</Notice>
			) : null}
			{loaderData.hasSecondFactor ? null : <SecondFactorReminder />}
			<Outlet />
		</AccountShell>
	)
}

function SecondFactorReminder() {
	const page = '/admin/setting/second-factor'
	if (useLocation().pathname === page) return null
	return (
		<p className="text-sm text-muted">
			Your password alone opens this house.{' '}
			<a className="link" href={page}>
				Set up a second factor
			</a>
		</p>
	)
}
