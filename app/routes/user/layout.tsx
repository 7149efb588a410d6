import { Outlet } from 'react-router'
import { profileImageUrl } from '~/domain/files/rules'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { requireUser } from '~/server/auth/guards.server'
import { restoredForm } from '~/server/forms/restored-form.server'
import { AccountShell } from '~/ui/layout/account-shell'
import type { Route } from './+types/layout'

/** A second guard; every loader and action below begins with one of its own. */
export const middleware: Route.MiddlewareFunction[] = [
	async ({ request }) => {
		await requireUser(request)
	},
]

export async function loader({ request }: Route.LoaderArgs) {
	const { id, fullName, email, profileImageKey } = await requireUser(request)
	const [restored, invitations] = await Promise.all([
		restoredForm(request, id),
		readIncomingTransfers(email, Date.now()),
	])
	return {
		account: { fullName, email, profileImage: profileImageUrl(profileImageKey) },
		restored,
		invitations,
	}
}

export default function Layout({ loaderData }: Route.ComponentProps) {
	return (
		<AccountShell area="user" {...loaderData}>
			<Outlet context="user" />
		</AccountShell>
	)
}
