import type { ReactNode } from 'react'
import type { RunOutHolds } from '~/domain/dashboard/business.server'
import { WORKLISTS, type WorklistCounts } from '~/domain/dashboard/worklists'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { StatCard } from '../stat-card'
import { Time } from '../time'

type Shown = {
	waiting: WorklistCounts
	/** Times in UTC ms, money in pence. */
	pending: { count: number; pence: number; oldest: number | null }
	failed: number
	runOut: RunOutHolds
}

const NOTES: Readonly<Record<keyof WorklistCounts, string>> = {
	toReview: 'None is waiting.',
	toDecide: 'Lines of statements, neither booked nor dismissed.',
	toSendBack: 'Orders with more money than is due.',
	notSeen: 'Approved by the receipt alone so far.',
	failedEmails: 'Given up after several attempts.',
}

/** What waits for an administrator, before anything else: the worklists, failed orders, run-out holds. */
export function WaitingForYou({ waiting, pending, failed, runOut }: Shown) {
	return (
		<section className="grid gap-4" aria-labelledby="waiting">
			<h2 id="waiting" className="text-lg">
				Waiting for you
			</h2>
			<div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-3">
				{WORKLISTS.map(({ name, title, href }) => (
					<StatCard
						key={name}
						title={title}
						value={<CountLink count={waiting[name]} href={href} what={title} />}
						note={
							name === 'toReview' && pending.oldest !== null ? (
								<>
									The oldest since <Time at={pending.oldest} />.
								</>
							) : (
								NOTES[name]
							)
						}
					/>
				))}
				<StatCard
					title="Failed orders"
					value={
						<CountLink count={failed} href="/admin/transactions?status=failed" what="failed transactions" />
					}
					note="Somebody else had the pixels: to assign or refund."
				/>
			</div>
			{runOut.count > 0 ? <RunOut {...runOut} /> : null}
		</section>
	)
}

/** How many there are, and the way to them. */
function CountLink({ count, href, what }: { count: number; href: string; what: ReactNode }) {
	return (
		<a className="-my-2 inline-flex min-h-11 items-center gap-3" href={href}>
			{count.toLocaleString('en-GB')}
			<span className="link font-sans text-sm">
				View<span className="sr-only"> {what}</span>
			</span>
		</a>
	)
}

const columns: Column<RunOutHolds['newest'][number]>[] = [
	{
		title: 'Reference',
		cell: row => <span className="figures wrap-anywhere sm:whitespace-nowrap">{row.reference}</span>,
	},
	{
		title: 'Buyer',
		cell: row => (
			<a
				className="link -my-2.5 inline-flex min-h-11 items-center"
				href={`/admin/userManagement/${row.accountId}`}
			>
				{row.name}
			</a>
		),
	},
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Ran out', cell: row => <Time at={row.ranOutAt} /> },
	{ title: 'Receipt', cell: row => (row.hasReceipt ? 'Uploaded, not submitted' : 'None') },
]

function RunOut({ count, newest }: RunOutHolds) {
	return (
		<Card
			title="Holds that have run out"
			aside={
				count > newest.length ? (
					<span className="text-sm text-muted">
						The newest {newest.length} of {count.toLocaleString('en-GB')}
					</span>
				) : null
			}
			flush
		>
			<p className="help px-5 pb-3">
				Checkouts of the last seven days without a receipt in time. The pixels are still free.
			</p>
			<Table
				caption="Holds that have run out"
				columns={columns}
				rows={newest}
				rowKey={row => row.id}
				empty=""
			/>
		</Card>
	)
}
