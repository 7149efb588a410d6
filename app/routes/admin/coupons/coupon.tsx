import { z } from 'zod'
import {
	type CouponOrder,
	DELETED_COUPON,
	listCouponOrders,
	readCoupon,
} from '~/domain/coupons/queries.server'
import { formatDiscount } from '~/domain/coupons/rules'
import { LIST_FIELDS, listPath, parseListQuery } from '~/domain/list'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { orRedirectDeleted } from '~/server/http/responses.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { DialogLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { Time } from '~/ui/time'
import type { Route } from './+types/coupon'

const Place = z.object({ page: LIST_FIELDS.page, sort: LIST_FIELDS.sort })

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const place = parseListQuery(Place, new URL(request.url).searchParams)
	const { couponId } = params
	const [coupon, orders] = await Promise.all([readCoupon(couponId), listCouponOrders(couponId, place)])
	return { coupon: await orRedirectDeleted(coupon, couponId, DELETED_COUPON), orders }
}

export default function Coupon({ loaderData: { coupon, orders } }: Route.ComponentProps) {
	const path = `/admin/coupon/${coupon.id}`
	return (
		<DialogPage title="Coupon Details" backHref="/admin/coupon" backLabel="All coupons">
			<div className="actions">
				<DialogLink variant="secondary" href={`${path}/edit`}>
					Edit
				</DialogLink>
				<DialogLink variant="secondary" href={`${path}/delete`}>
					Delete
				</DialogLink>
			</div>
			<Card
				title={<span className="wrap-anywhere">{coupon.code}</span>}
				aside={<AuditLink subject={coupon.id} />}
			>
				<Facts
					items={{
						Status: <Badge status={coupon.isActive ? 'Active' : 'Inactive'} />,
						Type: coupon.type === 'fixed' ? 'Fixed amount' : 'Percentage',
						Discount: formatDiscount(coupon),
						'Min. Purchase Amount': <Money pence={coupon.minPurchasePence} words />,
						'Start date': <Time at={coupon.startsAt} dateOnly />,
						'End date, included': <Time at={coupon.endsAt} dateOnly />,
						Uses:
							coupon.maxUses === null
								? `${pluralize(coupon.uses, 'use')}, unlimited`
								: `${coupon.uses} of ${coupon.maxUses}`,
						Created: <Time at={coupon.createdAt} />,
						'Last changed': <Time at={coupon.updatedAt} />,
					}}
				/>
			</Card>
			<ListTable
				title="Orders with this coupon"
				caption="Orders with this coupon"
				columns={columns}
				page={orders}
				empty="No order has used this coupon"
				href={place => listPath(path, place)}
			/>
		</DialogPage>
	)
}

const columns: Column<CouponOrder>[] = [
	{
		title: 'Order ID',
		cell: row => (
			<a className="link figures wrap-anywhere sm:whitespace-nowrap" href={`/admin/transactions/${row.id}`}>
				{row.reference}
			</a>
		),
	},
	{ title: 'Name', cell: row => row.name },
	{ title: 'Discount', figures: true, cell: row => <Money pence={row.discountPence} /> },
	{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
	{ title: 'Status', cell: row => <Badge status={row.status} /> },
	{ title: 'Date', cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} />) },
]
