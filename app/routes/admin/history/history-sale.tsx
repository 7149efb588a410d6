import { readTransferContents } from '~/domain/orders/history/contents.server'
import { typeCounts } from '~/domain/orders/review/labels'
import { readAnySale } from '~/domain/transfers/history/sold-queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/answers.server'
import { AuditLink } from '~/ui/audit-link'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { pageTitle } from '~/ui/layout/page-meta'
import { Money } from '~/ui/money'
import { OrderCells } from '~/ui/orders/cells'
import { Shown } from '~/ui/orders/shown'
import { SaleStatus } from '~/ui/selling/sale-status'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-sale'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sold Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { transferId } = params
	const [sold, contents] = await Promise.all([readAnySale(transferId), readTransferContents([transferId])])
	const sale = orNotFound(sold)
	const { shown } = contents(sale.id)
	return { sale, shown, now: Date.now() }
}

export default function SoldDetails({ loaderData: { sale, shown, now } }: Route.ComponentProps) {
	return (
		<DialogPage title="Sold Details" backHref="/admin/history/sold">
			<Facts
				items={[
					['Status', <SaleStatus key="status" sale={sale} now={now} />],
					['Order ID', sale.id],
					['User', sale.senderId === null ? 'The house' : `${sale.senderName}, ${sale.senderEmail}`],
					['Recipient Name', sale.recipientName ?? ''],
					['Recipient Email', sale.recipientEmail],
					['Date', sale.decidedAt === null ? '' : <Time key="date" at={sale.decidedAt} />],
					['Pixel Types', typeCounts(sale.pixels)],
					...(sale.till === null ? [] : [['Until', <Time key="till" at={sale.till} />] as const]),
					[
						'List price',
						sale.till === null ? <Money key="price" pence={sale.pence} words /> : 'Nothing, it is a loan',
					],
					['On record', <AuditLink key="audit" subject={sale.id} />],
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
