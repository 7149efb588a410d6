import { dayText } from '~/domain/time'
import type { Column } from '../lists/table'
import { Money } from '../money'

type Line = { bookedOn: string; pence: number; counterparty: string; text: string }

/** What the bank says of a line: when, who, what was written with it, and how much. */
export const lineColumns: Column<Line>[] = [
	{ title: 'Booked', cell: row => <span className="whitespace-nowrap">{dayText(row.bookedOn)}</span> },
	{
		title: 'Payment',
		cell: row => (
			<span className="grid gap-0.5 wrap-anywhere">
				<span>{row.counterparty || 'No name'}</span>{' '}
				<span className="text-xs text-muted">{row.text || 'Nothing was written with it'}</span>
			</span>
		),
	},
	{
		title: 'Amount',
		figures: true,
		cell: row => (
			<span className={row.pence < 0 ? 'text-danger' : undefined}>
				<Money pence={row.pence} />
			</span>
		),
	},
]
