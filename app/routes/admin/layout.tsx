import { Outlet } from 'react-router'
import { countWaiting } from '~/domain/dashboard/waiting.server'
import { profileImageUrl } from '~/domain/files/rules'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { restoredForm } from '~/server/forms/restored-form.server'
import { isMaintenanceOn } from '~/server/ops/maintenance-mode.server'
import { AccountShell } from '~/ui/layout/account-shell'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/layout'

/** A second guard; every loader and action below begins with one of its own. */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request }) => {
		await requireAdmin(request)
	},
]

export async function loader({ request }: Route.LoaderArgs) {
	const { id, fullName, email, profileImageKey, hasSecondFactor } = await requireAdmin(request)
	const [maintenance, restored, invitations, waiting] = await Promise.all([
		isMaintenanceOn(),
		restoredForm(request, id),
		readIncomingTransfers(email, Date.now()),
		countWaiting(),
	])
	return {
		hasSecondFactor,
		account: { fullName, email, profileImage: profileImageUrl(profileImageKey) },
		maintenance,
		restored,
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
			<Outlet context="admin" />
		</AccountShell>
	)
}
