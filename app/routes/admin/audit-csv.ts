import { redirect } from 'react-router'
import { auditAsCsv } from '~/domain/audit/queries.server'
import { AuditFilter } from '~/domain/audit/schema'
import { formatPeriodFileName, isReversedPeriod, listPath, parseListQuery } from '~/domain/list'
import { requireAdmin } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/audit-csv'

/** Exports the audit log with the same search, all pages; reversed days redirect to the list, which reports it. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = parseListQuery(AuditFilter, new URL(request.url).searchParams)
	if (isReversedPeriod(filter)) throw redirect(listPath('/admin/audit', filter))
	return csvResponse(formatPeriodFileName('audit', filter), auditAsCsv(filter))
}
