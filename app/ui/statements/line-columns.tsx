import { Fragment, type ReactNode } from 'react'
import type { Match, Proposal } from '~/domain/payments/proposals'
import { Badge, type BadgeVariant } from '../badge'
import type { Column } from '../lists/table'
import { Money } from '../money'
import { Day } from '../time'

type Line = { bookedOn: string; pence: number; counterparty: string; text: string }

/** The bank's data of a line: date, payer, text and amount. */
export const lineColumns: Column<Line>[] = [
	{ title: 'Booked', className: '[grid-area:day]', cell: row => <Day on={row.bookedOn} /> },
	{
		title: 'Payment',
		className: 'cut [grid-area:payment]',
		cell: row => (
			<span title={[row.counterparty, row.text].filter(Boolean).join(', ')}>
				{row.counterparty || row.text || 'No name'}{' '}
				{row.counterparty ? <span className="text-xs text-muted">{row.text || 'No reference'}</span> : null}
			</span>
		),
	},
	{
		title: 'Amount',
		figures: true,
		className: '[grid-area:amount]',
		cell: row => (
			<span className={row.pence < 0 ? 'text-danger' : undefined}>
				<Money pence={row.pence} />
			</span>
		),
	},
]

/** The bank's data of a line, the proposal and its orders. */
export const proposalColumns: Column<Line & Proposal>[] = [
	...lineColumns,
	{ title: 'Proposal', className: '[grid-area:match]', cell: ({ match }) => <MatchBadge match={match} /> },
	{
		title: 'For',
		className: '[grid-area:orders]',
		cell: ({ parts, why }) => (
			<span>
				<LineOrders parts={parts}>{why}</LineOrders>
			</span>
		),
	},
]

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
