import { listUsers } from '~/domain/accounts/users.queries.server'
import { UserFilter } from '~/domain/accounts/users-schema'
import { listPath, parseListQuery } from '~/domain/list'
import { requireAdmin } from '~/server/auth/guards.server'
import { DialogLink } from '~/ui/button'
import { PageTitle } from '~/ui/layout/page-title'
import { ListFilter, ListTable } from '~/ui/lists/list'
import { RowActions } from '~/ui/lists/row-actions'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import type { Route } from './+types/users'

export const handle = { search: 'Name or email' }

const LIST = '/admin/userManagement'

export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const filter = parseListQuery(UserFilter, new URL(request.url).searchParams)
	const page = await listUsers(filter)
	const rows = page.rows.map((row, index) => ({
		...row,
		number: page.from + index,
		isSelf: row.id === admin.id,
	}))
	return { filter, list: { ...page, rows } }
}

export default function Users({ loaderData: { filter, list } }: Route.ComponentProps) {
	return (
		<>
			<PageTitle
				title="User Management"
				intro="The pixels that each user owns, and what the orders that are pending or approved cost."
				actions={<DialogLink href={`${LIST}/new`}>Add User</DialogLink>}
			/>
			<ListFilter sort={filter.sort} showAll={filter.q ? listPath(LIST, { sort: filter.sort }) : undefined} />
			<ListTable
				className="table-places"
				caption={filter.q ? 'Users that match the search' : 'Users'}
				columns={columns}
				page={list}
				empty="No users found"
				href={place => listPath(LIST, { ...filter, ...place })}
			/>
		</>
	)
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const columns: Column<Row>[] = [
	{ title: 'S.no', figures: true, className: '@max-[60rem]:hidden!', cell: row => row.number },
	{
		title: 'Name',
		className: '[grid-area:title]',
		cell: row => (
			<span className="grid gap-0.5">
				<span className="wrap-anywhere">{row.name}</span>{' '}
				{row.role === 'admin' ? <span className="text-xs text-muted">Administrator</span> : null}
			</span>
		),
	},
	{
		title: 'Email',
		className: '[grid-area:note/note/more/more]',
		cell: row => <span className="wrap-anywhere">{row.email}</span>,
	},
	{
		title: 'Total Pixels',
		figures: true,
		className: '[grid-area:side] @max-[60rem]:before:content-["Pixels:_"]',
		cell: row => row.totalPixels,
	},
	{
		title: 'Total Price',
		figures: true,
		className: '[grid-area:amount]',
		cell: row => (
			<Money pence={row.totalPence} format={row.totalPence === 0 ? 'full' : 'millions'} decimals={1} />
		),
	},
	{
		title: 'Actions',
		className: '[grid-area:rest]',
		cell: row => <RowActions path={`${LIST}/${row.id}`} of={`user ${row.name}`} readOnly={row.isSelf} />,
	},
]
