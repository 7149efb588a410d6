import { parseListQuery } from '~/domain/list'
import { ownSalesAsCsv, soldAsCsv } from '~/domain/transfers/history/sold-csv.server'
import { SoldFilter } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/sold-csv'

/** Exports the tab Sold with the same search, all pages: for members their own sales, for administrators all. */
export async function loader({ request }: Route.LoaderArgs) {
	const { id, role } = await requireAccount(request)
	const { q } = parseListQuery(SoldFilter, new URL(request.url).searchParams)
	return csvResponse('sold', role === 'admin' ? soldAsCsv(q) : ownSalesAsCsv(id, q))
}
