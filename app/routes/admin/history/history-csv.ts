import { ordersAsCsv } from '~/domain/orders/review/csv.server'
import { ReviewFilter } from '~/domain/orders/review/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { csvAnswer } from '~/server/http/document-answers.server'
import type { Route } from './+types/history-csv'

/** What the tab Purchased shows with the same search, all pages. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = ReviewFilter.parse(Object.fromEntries(new URL(request.url).searchParams))
	return csvAnswer('purchased', ordersAsCsv(filter))
}
