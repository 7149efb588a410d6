import type { Role } from '~/domain/accounts/rules'
import { brand } from '~/domain/brand'
import { listPath, parseListQuery } from '~/domain/list'
import { listReceived, type ReceivedInvitation } from '~/domain/transfers/history/received-queries.server'
import { invitationPath, type ReceivedStatus } from '~/domain/transfers/rules'
import { ReceivedFilter } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import { Badge, type BadgeVariant } from '~/ui/badge'
import { PageTitle } from '~/ui/layout/page-title'
import { ListSearch, ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { OfferedCells } from '~/ui/selling/sent-invitations'
import { Tabs } from '~/ui/tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/invitations'

/* All invitations sent to the account, the same in both areas; the bell shows the newest five that wait. */

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const filter = parseListQuery(ReceivedFilter, new URL(request.url).searchParams)
	return { area: account.role, filter, list: await listReceived(account, filter, Date.now()) }
}

export default function Invitations({ loaderData }: Route.ComponentProps) {
	const { area, filter, list } = loaderData
	const { q, status } = filter
	const path = invitationPath(area)
	const { sort } = list
	const createTab = (title: string, item: ReceivedFilter['status']) => ({
		title,
		href: listPath(path, { q, status: item, sort }),
		current: status === item,
	})
	return (
		<>
			<PageTitle title="Invitations" intro="Pixels that somebody wants to transfer or lend to you." />
			<Tabs
				label="Invitations"
				items={[createTab('All', null), createTab('Waiting', 'waiting'), createTab('Decided', 'decided')]}
			/>
			{q === '' && list.total === 0 ? null : (
				<ListSearch
					q={q}
					sort={sort}
					label="Name of the sender"
					showAll={q ? listPath(path, { status, sort }) : undefined}
				>
					{status === null ? null : <input type="hidden" name="status" value={status} />}
				</ListSearch>
			)}
			<ListTable
				wide
				caption={q ? 'Invitations, as searched' : 'Invitations'}
				columns={buildColumns(area)}
				page={list}
				empty={emptyLabel(q, status)}
				href={place => listPath(path, { q, status, ...place })}
			/>
		</>
	)
}

function emptyLabel(q: string, status: ReceivedFilter['status']): string {
	if (q) return 'No invitations found'
	return status === 'waiting' ? 'No invitation waits for your answer' : 'No invitations so far'
}

const VARIANTS: Readonly<Record<ReceivedStatus, BadgeVariant>> = {
	waiting: 'pending',
	accepted: 'approved',
	lent: 'info',
	returned: 'off',
	rejected: 'rejected',
	withdrawn: 'off',
	expired: 'off',
}

const buildColumns = (area: Role): Column<ReceivedInvitation>[] => [
	{ title: 'From', cell: row => row.sender ?? brand.name },
	{ title: 'Total Pixels', figures: true, cell: row => row.cells.length.toLocaleString('en-GB') },
	{ title: 'Pixel Types', cell: row => <OfferedCells cells={row.cells} /> },
	{ title: 'Date', cell: row => <Time at={row.createdAt} /> },
	{
		title: 'Status',
		cell: ({ status, until, decidedAt }) => (
			<span className="grid justify-items-start gap-1">
				<Badge status={status} variant={VARIANTS[status]} />
				<span className="text-xs text-muted">
					{until !== null && (status === 'lent' || status === 'waiting') ? (
						<>
							{status === 'lent' ? 'lent until' : 'yours until'} <Time at={until} />
						</>
					) : decidedAt === null ? null : (
						<Time at={decidedAt} />
					)}
				</span>
			</span>
		),
	},
	{
		title: 'Action',
		cell: ({ id, status, sender }) => (
			<a className="btn btn-quiet" href={invitationPath(area, id, invitationPath(area))}>
				{status === 'waiting' ? 'Answer' : 'Details'}
				<span className="sr-only"> the invitation from {sender ?? brand.name}</span>
			</a>
		),
	},
]
