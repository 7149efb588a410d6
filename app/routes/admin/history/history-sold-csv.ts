import { soldAsCsv } from '~/domain/transfers/history/sold-csv.server'
import { SoldFilter } from '~/domain/transfers/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { csvAnswer } from '~/server/http/document-answers.server'
import type { Route } from './+types/history-sold-csv'

/** The tab Sold with the same search, all pages. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { q } = SoldFilter.parse(Object.fromEntries(new URL(request.url).searchParams))
	return csvAnswer('sold', soldAsCsv(q))
}
