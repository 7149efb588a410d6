import { readPlace } from '~/domain/grid/place.server'
import { readTransferContents } from '~/domain/orders/history/contents.server'
import { typeCounts } from '~/domain/orders/review/labels'
import { readSold } from '~/domain/transfers/history/sold-queries.server'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/answers.server'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { PlaceCard } from '~/ui/grid/place-card'
import { pageTitle } from '~/ui/layout/page-meta'
import { Money } from '~/ui/money'
import { OrderCells } from '~/ui/orders/cells'
import { Shown } from '~/ui/orders/shown'
import { SaleStatus } from '~/ui/selling/sale-status'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sale'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sale Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const { transferId } = params
	const [sold, contents] = await Promise.all([
		readSold(transferId, account.id),
		readTransferContents([transferId]),
	])
	const sale = orNotFound(sold)
	const { shown } = contents(sale.id)
	const now = Date.now()
	const ids = sale.pixels.map(({ cell }) => cell)
	return { sale, shown, now, place: await readPlace(ids, account.id, now) }
}

export default function SaleDetails({ loaderData }: Route.ComponentProps) {
	const { sale, shown, now, place } = loaderData
	return (
		<DialogPage title="Sale Details" backHref="/user/history/sold">
			<PlaceCard place={place} title="The place" />
			<Facts
				items={[
					['Status', <SaleStatus key="status" sale={sale} now={now} />],
					['Order ID', sale.id.slice(0, 8)],
					['Recipient Name', sale.recipientName ?? ''],
					['Recipient Email', sale.recipientEmail],
					['Date', sale.decidedAt === null ? '' : <Time key="date" at={sale.decidedAt} />],
					['Pixel Types', typeCounts(sale.pixels)],
					['Method', sale.till === null ? 'Transfer' : 'Loan'],
					[
						'List price',
						sale.till === null ? <Money key="price" pence={sale.pence} words /> : 'Nothing, it is a loan',
					],
				]}
			/>
			<section className="grid gap-3">
				<h2>Pixels</h2>
				<div className="border border-line">
					<OrderCells cells={sale.pixels} of="sale" look={sale.till === null ? 'full' : 'none'} />
				</div>
			</section>
			<Shown shown={shown} title="What they showed" />
		</DialogPage>
	)
}
