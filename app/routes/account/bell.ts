import { countWaiting } from '~/domain/dashboard/waiting.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { dashboardOf, requireAccount, safeRedirect } from '~/server/guards.server'
import { drawBell } from '~/ui/draw-bell.server'
import type { Route } from './+types/bell'

/** What the bell of an open page asks every minute; `page` is the path of that page. */
export async function loader({ request }: Route.LoaderArgs) {
	const { email, role } = await requireAccount(request)
	const [incoming, waiting] = await Promise.all([
		readIncomingTransfers(email, Date.now()),
		role === 'admin' ? countWaiting() : undefined,
	])
	const page = safeRedirect(new URL(request.url).searchParams.get('page'), dashboardOf(role))
	return Response.json(drawBell({ area: role, incoming, waiting, page }), {
		headers: { 'Cache-Control': 'no-store' },
	})
}
