import { parseListQuery } from '~/domain/list'
import { ownOrdersAsCsv } from '~/domain/orders/history/csv.server'
import { HistoryFilter } from '~/domain/orders/history/schema'
import { requireUser } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/history-csv'

/** Exports the tab Purchased with the same search, all pages. */
export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const filter = parseListQuery(HistoryFilter, new URL(request.url).searchParams)
	return csvResponse('purchased', ownOrdersAsCsv(account.id, filter))
}
