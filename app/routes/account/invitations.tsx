import { readAsked } from '~/domain/list'
import { listReceived } from '~/domain/transfers/history/received-queries.server'
import { ReceivedFilter } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { ReceivedPage } from '~/ui/selling/received-page'
import type { Route } from './+types/invitations'

/* Every invitation that was sent to the account, in both areas alike; the bell shows the newest five that wait. */

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const filter = readAsked(ReceivedFilter, new URL(request.url).searchParams)
	return { area: account.role, filter, list: await listReceived(account, filter, Date.now()) }
}

export default function Invitations({ loaderData }: Route.ComponentProps) {
	return <ReceivedPage {...loaderData} />
}
