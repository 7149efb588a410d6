import type { Proposal } from '~/domain/payments/proposals'
import type { Column } from '../lists/table'
import { Money } from '../money'
import { Day } from '../time'
import { LineOrders, MatchBadge } from './match'

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
