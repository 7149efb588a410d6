import type { AuditRow } from '~/domain/audit/queries.server'
import { countLabel } from '~/domain/orders/review/labels'
import { Badge } from '../badge'
import { Time } from '../time'

type Invitation = {
	id: string
	isSent: boolean
	recipientEmail: string
	status: string
	createdAt: number
	cells: number
}

/** The newest invitations that an account has sent or received. */
export function UserInvitations({ invitations }: { invitations: Invitation[] }) {
	if (invitations.length === 0) return <p className="text-sm text-muted">This user has no invitations.</p>
	return (
		<ul className="grid gap-4 text-sm">
			{invitations.map(({ id, isSent, recipientEmail, status, createdAt, cells }) => (
				<li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
					<span className="wrap-anywhere">
						{isSent ? `Sent to ${recipientEmail}` : 'Received'}: {countLabel(cells)},{' '}
						<Time at={createdAt} dateOnly />
					</span>{' '}
					<Badge status={status} />
				</li>
			))}
		</ul>
	)
}

/** The newest entries of the audit about an account, or by it. */
export function UserAudit({ entries }: { entries: AuditRow[] }) {
	if (entries.length === 0) return <p className="text-sm text-muted">Nothing is on record.</p>
	return (
		<ol className="grid gap-4 text-sm">
			{entries.map(({ id, at, what, actor, subject, kind }) => (
				<li key={id} className="grid gap-0.5 border-l border-edge pl-4">
					<span>
						<strong className="font-semibold">{what}</strong>
						{actor ? ` by ${actor.name}` : null}, {kind.toLowerCase()} {subject.label}
					</span>{' '}
					<span className="text-xs text-muted">
						<Time at={at} />
					</span>
				</li>
			))}
		</ol>
	)
}
