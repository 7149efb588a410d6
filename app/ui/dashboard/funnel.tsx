import type { Funnel as Counts } from '~/domain/dashboard/business.server'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'

const TITLE = 'From checkout to sale'

type Step = { name: string; count: number; opened: number }

/** How many of the checkouts opened lately went on to each step. */
export function Funnel({ opened, proceeded, submitted, approved }: Counts) {
	const steps = { Opened: opened, 'Bank details seen': proceeded, Submitted: submitted, Approved: approved }
	const rows = Object.entries(steps).map(([name, count]) => ({ name, count, opened }))
	return (
		<Card
			title={TITLE}
			aside={<span className="text-sm text-muted">Checkouts opened in the last 30 days</span>}
			flush
		>
			<Table caption={TITLE} columns={COLUMNS} rows={rows} narrow />
		</Card>
	)
}

const COLUMNS: Column<Step>[] = [
	{ title: 'Step', cell: row => <span className="whitespace-nowrap">{row.name}</span> },
	{
		title: 'Checkouts',
		figures: true,
		cell: row => `${row.count.toLocaleString('en-GB')} of ${row.opened.toLocaleString('en-GB')}`,
	},
	{ title: 'Chart', quiet: true, cell: row => <Bar {...row} /> },
]

/* Hidden from screen readers, because the figures have the same content. */
function Bar({ count, opened }: Step) {
	return (
		<svg
			className="h-4 w-full min-w-8 border-l border-edge fill-green forced-colors:fill-[CanvasText]"
			viewBox="0 0 100 10"
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			<rect width={opened === 0 ? 0 : (count / opened) * 100} height="10" />
		</svg>
	)
}
