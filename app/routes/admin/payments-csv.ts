import { redirect } from 'react-router'
import { z } from 'zod'
import { dayField, formatPeriodFileName, isReversedPeriod, listPath, parseListQuery } from '~/domain/list'
import { paymentsAsCsv } from '~/domain/payments/csv.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/payments-csv'

const Period = z.object({ from: dayField, to: dayField })

/** Exports the ledger of a period, one line per row; reversed days redirect to the form, which reports it. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const period = parseListQuery(Period, new URL(request.url).searchParams)
	if (isReversedPeriod(period)) throw redirect(listPath('/admin/statements', period))
	return csvResponse(formatPeriodFileName('payments', period), paymentsAsCsv(period))
}
