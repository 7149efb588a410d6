import { csvTable, csvTime } from '~/domain/csv'
import { readAllAudit } from './queries.server'
import type { AuditFilter } from './schema'

/** Exports the audit entries that a filter matches, newest first, as CSV lines. */
export function auditAsCsv(filter: AuditFilter) {
	return csvTable(readAllAudit(filter), {
		'When (UTC)': row => csvTime(row.at),
		Who: row => row.actor?.name ?? null,
		What: row => row.what,
		Kind: row => row.kind,
		Subject: row => row.subject.label,
		'Internal number': row => row.subjectId,
		Details: row => row.details.join('; '),
		'From address': row => row.address,
	})
}
