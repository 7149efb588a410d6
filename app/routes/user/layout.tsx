import { Outlet } from 'react-router'
import { profileImageUrl } from '~/domain/files/rules'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { accountContext, requireRole } from '~/server/auth/guards.server'
import { restoredForm } from '~/server/forms/restored-form.server'
import { AccountShell } from '~/ui/layout/account-shell'
import type { Route } from './+types/layout'

export const middleware: Route.MiddlewareFunction[] = [
	async ({ context, request }) => context.set(accountContext, await requireRole(request, 'user')),
]

export async function loader({ context, request }: Route.LoaderArgs) {
	const { id, fullName, email, profileImageKey } = context.get(accountContext)
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
