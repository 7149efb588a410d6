/** Leads from a subject's page to what the audit has about it. */
export function AuditLink({ subject }: { subject: string }) {
	return (
		<a className="link link-alone" href={`/admin/audit?${new URLSearchParams({ q: subject })}`}>
			View in the audit
		</a>
	)
}
