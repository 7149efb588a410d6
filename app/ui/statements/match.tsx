import { Fragment, type ReactNode } from 'react'
import type { Match } from '~/domain/payments/proposals'
import { Badge, type BadgeVariant } from '../badge'
import { Money } from '../money'

const MATCHES: Readonly<Record<Match, readonly [label: string, variant: BadgeVariant]>> = {
	look: ['To check', 'rejected'],
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

/** Returns the label of a proposal in filters and badges. */
export function matchLabel(match: Match): string {
	return MATCHES[match][0]
}

/** The kind of proposal that a line has. */
export function MatchBadge({ match }: { match: Match }) {
	const [label, variant] = MATCHES[match]
	return <Badge status={label} variant={variant} />
}

type Part = { order: { id: string; reference: string }; pence: number }

/** The orders of a line, with amounts if there are several, and remarks. */
export function LineOrders({ parts, children }: { parts: readonly Part[]; children: ReactNode }) {
	return (
		<>
			{parts.map(({ order: { id, reference }, pence }) => (
				<Fragment key={`${id} ${pence}`}>
					<a className="link link-alone figures" href={`/admin/transactions/${id}`}>
						{reference}
					</a>{' '}
					{parts.length > 1 && pence !== 0 ? <Money pence={Math.abs(pence)} /> : null}{' '}
				</Fragment>
			))}
			<span className="text-xs text-muted">{children}</span>
		</>
	)
}
