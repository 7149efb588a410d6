import type { Role } from '~/domain/accounts/rules'
import { describeCells } from '~/domain/grid/cell-names'
import type { Cell } from '~/domain/grid/layout'
import { describeLotPlace } from '~/domain/grid/lot'
import { listPath, type Page } from '~/domain/list'
import { formatTypeLabels } from '~/domain/orders/review/labels'
import type { SentInvitation } from '~/domain/transfers/history/sent-queries.server'
import { listedPath, sentPath } from '~/domain/transfers/rules'
import { Badge } from '../badge'
import { Card } from '../card'
import { ListSearch, ListTable } from '../lists/list'
import type { Column } from '../lists/table'
import { Time } from '../time'

type Props = {
	area?: Role
	q: string
	list: Page<SentInvitation>
}

/** 'Pixels listed for sale': the invitations that are open, or whose date has passed. */
export function SentInvitations({ area = 'user', q, list }: Props) {
	const path = listedPath(area)
	const { sort } = list
	return (
		<div id="listed" tabIndex={-1} className="grid gap-4 outline-none">
			{q === '' && list.total === 0 ? null : (
				<ListSearch
					q={q}
					sort={sort}
					label="Recipient or email"
					action={`${path}#listed`}
					showAll={q ? `${listPath(path, { sort })}#listed` : undefined}
				/>
			)}
			<ListTable
				title="Pixels listed for sale"
				wide
				caption={q ? 'Pixels listed for sale, as searched' : 'Pixels listed for sale'}
				columns={buildColumns(area)}
				page={list}
				empty="No Pixels available"
				href={place => `${listPath(path, { q, ...place })}#listed`}
			/>
		</div>
	)
}

/** The invitation that has just been sent or changed, in sight without scripts. */
export function ChangedInvitation({ id, recipientEmail, cells, until }: SentInvitation) {
	return (
		<noscript className="above-tool">
			<Card title="Your invitation">
				<p className="text-sm wrap-anywhere">
					<strong>{recipientEmail}</strong> is invited to take over {describeCells(cells)}
					{until === null ? null : (
						<>
							, until <Time at={until} />
						</>
					)}
					. The answer comes to you by email.
				</p>
				<p className="actions">
					<a className="btn btn-secondary" href={sentPath(id, 'edit', 'user')}>
						Edit
					</a>{' '}
					<a className="btn btn-quiet" href="#listed">
						All invitations
					</a>
				</p>
			</Card>
		</noscript>
	)
}

const buildColumns = (area: Role): Column<SentInvitation>[] => [
	{
		title: 'Recipient',
		cell: row => row.recipientName ?? <span className="text-muted">Known once accepted</span>,
	},
	{ title: 'Email', cell: row => <span className="wrap-anywhere">{row.recipientEmail}</span> },
	{ title: 'Total Pixels', figures: true, cell: row => row.cells.length.toLocaleString('en-GB') },
	{ title: 'Pixel Types', cell: row => <OfferedCells cells={row.cells} /> },
	{
		title: 'Date',
		cell: row => (
			<span className="grid justify-items-start gap-1">
				<Time at={row.createdAt} />
				{row.isExpired ? (
					<Badge status="Expired" />
				) : row.until === null ? null : (
					<span className="text-xs text-muted">
						Until <Time at={row.until} />
					</span>
				)}
			</span>
		),
	},
	{
		title: 'Action',
		cell: row => (
			<span className="actions">
				<a className="btn btn-quiet" href={sentPath(row.id, 'edit', area)}>
					Edit<span className="sr-only"> the invitation to {row.recipientEmail}</span>
				</a>{' '}
				<a className="btn btn-quiet" href={sentPath(row.id, 'delete', area)}>
					Delete<span className="sr-only"> the invitation to {row.recipientEmail}</span>
				</a>
			</span>
		),
	},
]

/** The types and the place of the pixels of an invitation, in a list. */
export function OfferedCells({ cells }: { cells: readonly Cell[] }) {
	return (
		<span className="grid gap-1">
			{formatTypeLabels(cells)}
			<span className="text-xs text-muted">{describeLotPlace(cells)}</span>
		</span>
	)
}
