/** Links from a subject's page to its entries in the audit log. */
export function AuditLink({ subject }: { subject: string }) {
	return (
		<a className="link link-alone" href={`/admin/audit?${new URLSearchParams({ q: subject })}`}>
			View in the audit
		</a>
	)
}
