import { auditAsCsv } from '~/domain/audit/csv.server'
import { AuditFilter } from '~/domain/audit/schema'
import { periodName, readAsked } from '~/domain/list'
import { requireAdmin } from '~/server/auth/guards.server'
import { csvResponse } from '~/server/http/document-responses.server'
import type { Route } from './+types/audit-csv'

/** Exports the audit log with the same search, all pages. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readAsked(AuditFilter, new URL(request.url).searchParams)
	return csvResponse(periodName('audit', filter), auditAsCsv(filter))
}
