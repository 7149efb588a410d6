import { z } from 'zod'
import { listOwnOrders } from '~/domain/orders/history-queries.server'
import { requireUser } from '~/server/guards.server'
import { Card } from '~/ui/card'
import { HistoryTabs } from '~/ui/orders/history-tabs'
import { OwnOrders } from '~/ui/orders/own-orders'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { Pagination } from '~/ui/pagination'
import type { Route } from './+types/history'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transaction History') }]

const PAGE_SIZE = 10
const Page = z.coerce.number().int().min(1).max(1_000_000).catch(1)

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const wanted = Page.parse(new URL(request.url).searchParams.get('page'))
	return await listOwnOrders(account.id, wanted, PAGE_SIZE)
}

export default function History({ loaderData }: Route.ComponentProps) {
	const { rows, page, pageCount } = loaderData
	return (
		<>
			<PageTitle title="Transaction History" />
			<HistoryTabs current="purchased" />
			<Card flush>
				<OwnOrders orders={rows} />
				{pageCount > 1 ? (
					<Pagination page={page} pageCount={pageCount} href={other => `/user/history?page=${other}`} />
				) : null}
			</Card>
		</>
	)
}
