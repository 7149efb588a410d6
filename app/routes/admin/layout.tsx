import { Outlet } from 'react-router'
import { profileImageUrl } from '~/domain/files/rules'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { requireAdmin } from '~/server/guards.server'
import { maintenanceIsOn } from '~/server/maintenance.server'
import { AccountShell } from '~/ui/account-shell'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/layout'

/** The second wall: the first is the first line of every loader and action below. */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request }) => {
		await requireAdmin(request)
	},
]

export async function loader({ request }: Route.LoaderArgs) {
	const { fullName, email, profileImageKey } = await requireAdmin(request)
	return {
		account: { fullName, email, profileImage: profileImageUrl(profileImageKey) },
		maintenance: await maintenanceIsOn(),
		invitations: await readIncomingTransfers(email, Date.now()),
	}
}

export default function Layout({ loaderData }: Route.ComponentProps) {
	return (
		<AccountShell area="admin" account={loaderData.account} invitations={loaderData.invitations}>
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
			<Outlet />
		</AccountShell>
	)
}
