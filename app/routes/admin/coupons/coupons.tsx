import { listCoupons } from '~/domain/coupons/queries.server'
import { formatDiscount } from '~/domain/coupons/rules'
import { CouponFilter } from '~/domain/coupons/schema'
import { listPath, parseListQuery } from '~/domain/list'
import { requireAdmin } from '~/server/auth/guards.server'
import { Badge } from '~/ui/badge'
import { DialogLink } from '~/ui/button'
import { PageTitle } from '~/ui/layout/page-title'
import { ListFilter, ListTable } from '~/ui/lists/list'
import { RowActions } from '~/ui/lists/row-actions'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { Time } from '~/ui/time'
import type { Route } from './+types/coupons'

export const handle = { search: 'Coupon code' }

const LIST = '/admin/coupon'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = parseListQuery(CouponFilter, new URL(request.url).searchParams)
	return { filter, list: await listCoupons(filter) }
}

export default function Coupons({ loaderData: { filter, list } }: Route.ComponentProps) {
	return (
		<>
			<PageTitle
				title="Coupons"
				intro="Discounts that buyers apply at the first step of the checkout."
				actions={<DialogLink href={`${LIST}/new`}>Add New Coupon</DialogLink>}
			/>
			<ListFilter sort={filter.sort} showAll={filter.q ? listPath(LIST, { sort: filter.sort }) : undefined} />
			<ListTable
				wide
				caption={filter.q ? 'Coupons that match the search' : 'Coupons'}
				columns={columns}
				page={list}
				empty="No coupons found"
				emptyNote={
					filter.q ? null : 'A coupon takes a percentage or an amount off an order, between two days.'
				}
				href={place => listPath(LIST, { ...filter, ...place })}
			/>
		</>
	)
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number]

const columns: Column<Row>[] = [
	{ title: 'Coupon Name', cell: row => <span className="wrap-anywhere font-semibold">{row.code}</span> },
	{
		title: 'Date',
		cell: row => (
			<span>
				<Time at={row.startsAt} dateOnly /> to <Time at={row.endsAt} dateOnly />
			</span>
		),
	},
	{ title: 'Discount', figures: true, cell: row => formatDiscount(row) },
	{ title: 'Min. Purchase Amount', figures: true, cell: row => <Money pence={row.minPurchasePence} /> },
	{
		title: 'Uses',
		figures: true,
		cell: row => (row.maxUses === null ? row.uses : `${row.uses} of ${row.maxUses}`),
	},
	{ title: 'Status', cell: row => <Badge status={row.isActive ? 'Active' : 'Inactive'} /> },
	{ title: 'Actions', cell: row => <RowActions path={`${LIST}/${row.id}`} of={`coupon ${row.code}`} /> },
]
