import { parseListQuery } from '~/domain/list'
import { ownOrdersAsCsv } from '~/domain/orders/history/csv.server'
import { HistoryFilter } from '~/domain/orders/history/schema'
import { accountContext } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/history-csv'

/** Exports the tab Purchased with the same search, all pages. */
export async function loader({ context, request }: Route.LoaderArgs) {
	const account = context.get(accountContext)
	const filter = parseListQuery(HistoryFilter, new URL(request.url).searchParams)
	return csvResponse('purchased', ownOrdersAsCsv(account.id, filter))
}
