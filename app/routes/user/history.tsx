import { NO_PAGE, readAsked } from '~/domain/list'
import { listOwnOrders } from '~/domain/orders/history/queries.server'
import { HistoryFilter } from '~/domain/orders/history/schema'
import { REVIEW_FILTERS } from '~/domain/orders/review/schema'
import { requireUser } from '~/server/guards.server'
import { orNothing } from '~/server/loading.server'
import { plainField, SelectField } from '~/ui/field'
import { HistoryPage } from '~/ui/orders/history-page'
import { ownOrderColumns } from '~/ui/orders/own-orders'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/history'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transaction History') }]

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const filter = readAsked(HistoryFilter, new URL(request.url).searchParams)
	const list = await orNothing(() => listOwnOrders(account.id, filter))
	return { filter, list: list ?? NO_PAGE, isUnread: list === null }
}

export default function History({ loaderData: { filter, list, isUnread } }: Route.ComponentProps) {
	const { q, status } = filter
	return (
		<HistoryPage
			area="user"
			half="purchased"
			filter={{ q, status }}
			label="Order ID, transaction ID or coupon"
			list={list}
			isUnread={isUnread}
			columns={ownOrderColumns}
		>
			<SelectField field={plainField('status', status ?? '')} label="Status">
				<option value="">All</option>
				{REVIEW_FILTERS.map(one => (
					<option key={one} value={one}>
						{one.charAt(0).toUpperCase() + one.slice(1)}
					</option>
				))}
			</SelectField>
		</HistoryPage>
	)
}
