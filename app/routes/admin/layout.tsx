import { Outlet } from 'react-router'
import { requireAdmin } from '~/server/guards.server'
import { AccountShell } from '~/ui/account-shell'
import type { Route } from './+types/layout'

/** The second wall: the first is the first line of every loader and action below. */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request }) => {
		await requireAdmin(request)
	},
]

export async function loader({ request }: Route.LoaderArgs) {
	const { fullName, email } = await requireAdmin(request)
	return { account: { fullName, email } }
}

export default function Layout({ loaderData }: Route.ComponentProps) {
	return (
		<AccountShell area="admin" account={loaderData.account}>
			<Outlet />
		</AccountShell>
	)
}
