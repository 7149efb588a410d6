import type { readUserDetails } from '~/domain/accounts/users.queries.server'
import type { AuditRow } from '~/domain/audit/queries.server'
import { Badge } from '../badge'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { MoneyMark } from '../orders/money-summary'
import { Time } from '../time'

type Details = Awaited<ReturnType<typeof readUserDetails>>
type Order = Details['orders'][number]
type Invitation = Details['invitations'][number]

/** The newest orders of an account. */
export function UserOrders({ orders }: { orders: Order[] }) {
	return <Table caption="Orders" columns={ORDERS} rows={orders} empty="This user has no orders." />
}

const ORDERS: Column<Order>[] = [
	{
		title: 'Order',
		cell: row => (
			<a className="link link-alone figures" href={`/admin/transactions/${row.id}`}>
				{row.reference}
			</a>
		),
	},
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} dateOnly />) },
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Received', figures: true, cell: row => <Money pence={row.money.receivedPence} /> },
	{ title: 'Money', cell: row => <MoneyMark order={row.money} /> },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
]

/** The newest invitations that an account has sent or received. */
export function UserInvitations({ invitations }: { invitations: Invitation[] }) {
	return (
		<Table
			caption="Invitations"
			columns={INVITATIONS}
			rows={invitations}
			empty="This user has no invitations."
		/>
	)
}

const INVITATIONS: Column<Invitation>[] = [
	{
		title: 'Recipient',
		cell: row => <span className="wrap-anywhere">{row.isSent ? row.recipientEmail : 'This user'}</span>,
	},
	{ title: 'Pixels', figures: true, cell: row => row.cells.toLocaleString('en-GB') },
	{ title: 'Date', cell: row => <Time at={row.createdAt} dateOnly /> },
	{ title: 'Until', cell: row => (row.until === null ? 'For good' : <Time at={row.until} dateOnly />) },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
]

/** The newest audit entries about an account, or by it. */
export function UserAudit({ entries }: { entries: AuditRow[] }) {
	if (entries.length === 0) return <p className="help px-4 pb-3">Nothing is on record.</p>
	return (
		<ol className="record">
			{entries.map(({ id, at, what, actor, subject, kind }) => (
				<li key={id}>
					<Time at={at} short />{' '}
					<div className="wrap-anywhere">
						<strong className="font-semibold">{what}</strong>, {kind.toLowerCase()} {subject.label}
						{actor ? <small className="text-muted"> by {actor.name}</small> : null}
					</div>
				</li>
			))}
		</ol>
	)
}
