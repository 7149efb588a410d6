import { readSold } from '~/domain/transfers/sold-queries.server'
import { requireUser } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { DialogPage } from '~/ui/dialog-page'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { OrderCells } from '~/ui/orders/cells'
import { pageTitle } from '~/ui/page-meta'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sale'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sale Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const sale = await readSold(params.transferId, account.id)
	if (!sale) throw new Response(null, { status: 404, statusText: 'Not Found' })
	return { sale }
}

export default function SaleDetails({ loaderData }: Route.ComponentProps) {
	const { sale } = loaderData
	return (
		<DialogPage title="Sale Details" backHref="/user/history/sold">
			<Facts
				items={[
					['Status', <Badge key="status" status="sold" />],
					['Order ID', sale.id.slice(0, 8)],
					['Recipient Name', sale.recipientName ?? ''],
					['Recipient Email', sale.recipientEmail],
					['Date', sale.decidedAt === null ? '' : <Time key="date" at={sale.decidedAt} />],
					...(sale.till === null ? [] : [['Until', <Time key="till" at={sale.till} />] as const]),
					['Price', <Money key="price" pence={sale.pence} words />],
				]}
			/>
			<section className="grid gap-3">
				<h2>Pixels</h2>
				<div className="border border-line">
					<OrderCells cells={sale.pixels} />
				</div>
			</section>
		</DialogPage>
	)
}
