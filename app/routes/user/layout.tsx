import { Outlet } from 'react-router'
import { profileImageUrl } from '~/domain/files/rules'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { carriedForm } from '~/server/carried-form.server'
import { requireUser } from '~/server/guards.server'
import { AccountShell } from '~/ui/account-shell'
import { drawSideMenu } from '~/ui/side-menu.server'
import type { Route } from './+types/layout'

/** The second wall: the first is the first line of every loader and action below. */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request }) => {
		await requireUser(request)
	},
]

export async function loader({ request }: Route.LoaderArgs) {
	const { id, fullName, email, profileImageKey } = await requireUser(request)
	const [carried, invitations] = await Promise.all([
		carriedForm(request, id),
		readIncomingTransfers(email, Date.now()),
	])
	return {
		menu: drawSideMenu('user', new URL(request.url).pathname),
		account: { fullName, email, profileImage: profileImageUrl(profileImageKey) },
		carried,
		invitations,
	}
}

export default function Layout({ loaderData }: Route.ComponentProps) {
	return (
		<AccountShell area="user" {...loaderData}>
			<Outlet />
		</AccountShell>
	)
}
