import type { ExpiredHolds } from '~/domain/dashboard/business.server'
import type { readWaitingMoney } from '~/domain/dashboard/order-totals.server'
import { WORKLISTS, type WorklistCounts } from '~/domain/dashboard/worklists'
import { formatPounds } from '~/domain/money'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { Day, Time } from '../time'

type Shown = {
	waiting: WorklistCounts
	money: Awaited<ReturnType<typeof readWaitingMoney>>
	failed: number
	runOut: ExpiredHolds
}

/* Other worklists show the sum of their money and the oldest entry. */
const NOTES: Partial<Record<keyof WorklistCounts | 'failed', string>> = {
	failedEmails: 'Failed after several attempts.',
	failed: 'The pixels were taken. Assign or refund.',
}

/** The work waiting for an administrator, at the top of the page: worklists, failed orders, expired holds. */
export function WaitingForYou({ waiting, money, failed, runOut }: Shown) {
	const lists = [
		...WORKLISTS.map(list => ({ ...list, count: waiting[list.name] })),
		{ name: 'failed', title: 'Failed orders', href: '/admin/transactions?status=failed', count: failed },
	] as const
	return (
		<section className="grid gap-4" aria-labelledby="waiting">
			<h2 id="waiting" className="sr-only">
				Waiting for you
			</h2>
			<div className="grid grid-cols-1 gap-3 max-md:gap-0 md:grid-cols-3 min-[75rem]:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
				{lists.map(({ name, title, href, count }) => (
					<a
						key={name}
						href={href}
						data-zero={count === 0 ? '' : undefined}
						className="grid min-w-0 grid-rows-[auto_auto_1fr] gap-0.5 border border-t-3 border-line border-t-gold bg-raised data-zero:border-t-line data-zero:bg-transparent data-zero:text-muted px-4 py-3 leading-[1.3] hover:border-accent max-md:px-3 max-md:py-2.5 max-md:[grid-template:'count_title'_auto_'count_note'_auto/4rem_minmax(0,1fr)] max-md:not-first:border-t-0"
					>
						{' '}
						<b className="figures font-serif text-xl/[1.1] font-normal max-md:self-center max-md:text-lg/[1.1] max-md:[grid-area:count]">
							{count.toLocaleString('en-GB')}
						</b>{' '}
						<strong>{title}</strong>{' '}
						{count > 0 ? (
							<small className="self-end text-xs/[1.3] text-muted">
								<Waiting {...money.get(name)} /> {NOTES[name]}
							</small>
						) : null}
					</a>
				))}
			</div>
			{runOut.count > 0 ? <RunOut {...runOut} /> : null}
		</section>
	)
}

function Waiting({ pence = 0, oldest = null }: { pence?: number; oldest?: number | string | null }) {
	if (oldest === null) return null
	return (
		<>
			{formatPounds(pence)}
			<span className="min-[75rem]:hidden">,</span>{' '}
			<span className="md:whitespace-nowrap">
				oldest {typeof oldest === 'string' ? <Day on={oldest} /> : <Time at={oldest} short />}
			</span>
		</>
	)
}

const columns: Column<ExpiredHolds['newest'][number]>[] = [
	{
		title: 'Reference',
		cell: row => <span className="figures wrap-anywhere sm:whitespace-nowrap">{row.reference}</span>,
	},
	{
		title: 'Buyer',
		cell: row => (
			<a className="link link-alone" href={`/admin/userManagement/${row.accountId}`}>
				{row.name}
			</a>
		),
	},
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Ran out', cell: row => <Time at={row.ranOutAt} /> },
	{ title: 'Receipt', cell: row => (row.hasReceipt ? 'Uploaded, not submitted' : 'None') },
]

function RunOut({ count, newest }: ExpiredHolds) {
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
			<Table caption="Holds that have run out" columns={columns} rows={newest} />
		</Card>
	)
}
