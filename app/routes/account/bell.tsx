import { renderToStaticMarkup } from 'react-dom/server'
import { countWaiting } from '~/domain/dashboard/waiting.server'
import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { getDashboardPath, requireAccount, safeRedirect } from '~/server/auth/guards.server'
import { BellList, bellCount, bellState } from '~/ui/layout/bell'
import type { Route } from './+types/bell'

/** The list of the bell as HTML, for open pages that poll every minute; `page` is the path of that page. */
export async function loader({ request }: Route.LoaderArgs) {
	const { email, role } = await requireAccount(request)
	const [incoming, waiting] = await Promise.all([
		readIncomingTransfers(email, Date.now()),
		role === 'admin' ? countWaiting() : undefined,
	])
	const page = safeRedirect(new URL(request.url).searchParams.get('page'), getDashboardPath(role))
	const shown = { area: role, incoming, waiting, page }
	const html = renderToStaticMarkup(<BellList {...shown} />)
	return Response.json(
		{ count: bellCount(shown), state: bellState(shown), html },
		{ headers: { 'Cache-Control': 'no-store' } },
	)
}
