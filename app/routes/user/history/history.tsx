import { NO_PAGE, parseListQuery } from '~/domain/list'
import { listPurchased } from '~/domain/orders/history/queries.server'
import { HISTORY_STATUSES, HistoryFilter } from '~/domain/orders/history/schema'
import { capitalize } from '~/domain/text'
import { requireUser } from '~/server/auth/guards.server'
import { loadOrNull } from '~/server/http/loading.server'
import { plainField, SelectField } from '~/ui/forms/field'
import { HistoryPage } from '~/ui/orders/history-page'
import { purchaseColumns } from '~/ui/orders/purchases'
import type { Route } from './+types/history'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const filter = parseListQuery(HistoryFilter, new URL(request.url).searchParams)
	const list = await loadOrNull(() => listPurchased(account.id, filter))
	return { filter, list: list ?? NO_PAGE, hasLoadFailed: list === null }
}

const STATUSES = {
	'': 'All',
	...Object.fromEntries(HISTORY_STATUSES.map(status => [status, capitalize(status)])),
}

export default function History({ loaderData: { filter, list, hasLoadFailed } }: Route.ComponentProps) {
	const { q, status } = filter
	return (
		<HistoryPage
			area="user"
			kind="purchased"
			filter={{ q, status }}
			label="Order ID, transaction ID, coupon or sender"
			list={list}
			hasLoadFailed={hasLoadFailed}
			columns={purchaseColumns}
		>
			<SelectField field={plainField('status', status ?? '')} label="Status" options={STATUSES} />
		</HistoryPage>
	)
}
