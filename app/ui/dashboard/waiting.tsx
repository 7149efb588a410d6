import type { ReactNode } from 'react'
import type { RunOutHolds } from '~/domain/dashboard/business.server'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { StatCard } from '../stat-card'
import { Time } from '../time'

type Waiting = {
	/** Times in UTC ms, money in pence. */
	pending: { count: number; pence: number; oldest: number | null }
	failed: number
	failedMails: number
	runOut: RunOutHolds
}

/** What waits for an administrator, before anything else: payments, failed orders, failed mails, run-out holds. */
export function WaitingForYou({ pending, failed, failedMails, runOut }: Waiting) {
	return (
		<section className="grid gap-4" aria-labelledby="waiting">
			<h2 id="waiting" className="text-lg">
				Waiting for you
			</h2>
			<div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
				<StatCard
					title="Payments to review"
					value={
						<CountLink
							count={pending.count}
							href="/admin/transactions?status=pending"
							what="pending transactions"
						/>
					}
					note={
						pending.oldest === null ? (
							'None is waiting.'
						) : (
							<>
								The oldest since <Time at={pending.oldest} />.
							</>
						)
					}
				/>
				<StatCard
					title="Failed orders"
					value={
						<CountLink count={failed} href="/admin/transactions?status=failed" what="failed transactions" />
					}
					note="Somebody else had the pixels: to assign or refund."
				/>
				<StatCard
					title="Failed mails"
					value={<CountLink count={failedMails} href="/admin/outbox" what="the outbox" />}
					note="Given up after several attempts."
				/>
				<StatCard
					title="Run-out holds"
					value={runOut.count}
					note="Checkouts of the last seven days without a receipt in time. The pixels are still free."
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
