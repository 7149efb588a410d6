import { stepPath } from '~/domain/house/paths'
import type { PersonsHolds } from '~/domain/orders/checkout/limits.server'
import { countLabel } from '~/domain/orders/review/labels'
import { Card } from '../card'
import { Table } from '../lists/table'
import { Time } from '../time'

/** The holders of holds, by person, with a way to end each; empty without holds. */
export function HoldsList({ holds }: { holds: readonly PersonsHolds[] }) {
	if (holds.length === 0) return null
	return (
		<Card title="Pixels on hold" flush>
			<Table
				caption="Pixels on hold, by person"
				rows={[...holds]}
				empty="No Pixels on hold"
				columns={COLUMNS}
			/>
		</Card>
	)
}

const COLUMNS: React.ComponentProps<typeof Table<PersonsHolds>>['columns'] = [
	{ title: 'Person', cell: row => <span className="wrap-anywhere">{row.person}</span> },
	{
		title: 'Accounts',
		cell: row => (
			<span className="grid justify-items-start gap-1">
				{row.accounts.map(({ id, email }) => (
					<a key={id} className="link wrap-anywhere" href={`/admin/userManagement/${id}`}>
						{email}
					</a>
				))}
			</span>
		),
	},
	{ title: 'Total Pixels', figures: true, cell: row => row.cells.length.toLocaleString('en-GB') },
	{ title: 'With receipt', figures: true, cell: row => row.withReceipt.toLocaleString('en-GB') },
	{ title: 'Until', cell: row => <Time at={row.until} /> },
	{
		title: 'End',
		quiet: true,
		cell: row => (
			<dialog-link>
				<a className="link link-alone" href={stepPath('restore', row.cells)}>
					End the hold
					<span className="sr-only">
						{' '}
						of {countLabel(row.cells.length)} by {row.person}
					</span>
				</a>
			</dialog-link>
		),
	},
]
