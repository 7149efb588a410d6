import { readIncomingTransfers } from '~/domain/transfers/queries.server'
import { requireAdmin, safeRedirect } from '~/server/guards.server'
import { drawBell } from '~/ui/draw-bell.server'
import type { Route } from './+types/invitations'

/** What the bell of an open page asks every minute; `page` is the path of that page. */
export async function loader({ request }: Route.LoaderArgs) {
	const { email } = await requireAdmin(request)
	const incoming = await readIncomingTransfers(email, Date.now())
	const page = safeRedirect(new URL(request.url).searchParams.get('page'), '/admin/dashboard')
	return Response.json(drawBell('admin', incoming, page), { headers: { 'Cache-Control': 'no-store' } })
}
