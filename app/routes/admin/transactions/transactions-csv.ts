import { redirect } from 'react-router'
import { formatPeriodFileName, isReversedPeriod, parseListQuery } from '~/domain/list'
import { ordersAsCsv } from '~/domain/orders/review/csv.server'
import { ReviewFilter, reviewPath } from '~/domain/orders/review/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/transactions-csv'

/** Exports the list of transactions with the same search; reversed days redirect to the list, which reports it. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = parseListQuery(ReviewFilter, new URL(request.url).searchParams)
	if (isReversedPeriod(filter)) throw redirect(reviewPath(filter))
	return csvResponse(formatPeriodFileName('transactions', filter), ordersAsCsv(filter))
}
