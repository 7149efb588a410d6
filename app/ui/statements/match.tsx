import type { Candidate, Match, Proposal } from '~/domain/payments/proposals'
import { Badge, type BadgeLook } from '../badge'
import { Money } from '../money'

const MATCHES: Readonly<Record<Match, readonly [label: string, look: BadgeLook]>> = {
	look: ['Look', 'rejected'],
	part: ['Part', 'pending'],
	'too-much': ['Too much', 'info'],
	split: ['Split', 'info'],
	similar: ['Similar', 'pending'],
	'sent-back': ['Sent back', 'info'],
	unknown: ['Unknown', 'off'],
	exact: ['Exact', 'approved'],
	books: ['Books only', 'approved'],
	booked: ['Booked', 'approved'],
	dismissed: ['Dismissed', 'off'],
}

/** What filters and badges call a proposal. */
export function matchLabel(match: Match): string {
	return MATCHES[match][0]
}

/** What a line of a statement proposes, and for which orders. */
export function ProposalLabel({ match, parts, why }: Proposal<Candidate>) {
	const [label, look] = MATCHES[match]
	return (
		<div className="grid justify-items-start gap-1">
			<Badge status={label} look={look} />
			{parts.map(({ order, pence }) => (
				<span key={order.id} className="text-sm">
					<a className="link figures" href={`/admin/transactions/${order.id}`}>
						{order.reference}
					</a>{' '}
					{parts.length > 1 && pence > 0 ? <Money pence={pence} /> : null}
				</span>
			))}
			{why ? <span className="text-xs text-muted">{why}</span> : null}
		</div>
	)
}
