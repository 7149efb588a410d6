import { accountLabel } from '~/domain/accounts/own-data/deletion-rules'
import { getMoneyState } from '~/domain/orders/balance'
import { readOrderContents } from '~/domain/orders/history/contents.server'
import { formatTypeLabels } from '~/domain/orders/review/labels'
import { readForReview } from '~/domain/orders/review/queries.server'
import { isFree, shownStatus } from '~/domain/orders/rules'
import { requireAdmin } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/responses.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { Money } from '~/ui/money'
import { CellsSection } from '~/ui/orders/cells'
import { ShownCreatives } from '~/ui/orders/shown-creatives'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-order'

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { orderId } = params
	const [reviewed, contents] = await Promise.all([readForReview(orderId), readOrderContents([orderId])])
	const order = orNotFound(reviewed)
	return { order, shown: contents(order.id).shown }
}

export default function OrderDetails({ loaderData: { order, shown } }: Route.ComponentProps) {
	const discount = order.discountPence > 0
	return (
		<DialogPage title="Order Details" backHref="/admin/history">
			<Facts
				items={{
					Status: <Badge status={shownStatus(order)} />,
					'Order ID': order.reference,
					User: accountLabel(order),
					'Transaction ID': order.paymentId ?? 'None: nothing was to be paid',
					'Payment method': isFree(order) ? 'Nothing to pay' : 'Bank transfer',
					Date: <Time at={order.submittedAt} />,
					'Pixel Types': formatTypeLabels(order.cells),
					Decided: order.decidedAt !== null && <Time at={order.decidedAt} />,
					Money: getMoneyState(order),
					'Coupon Code': order.couponCode ?? 'No coupon applied',
					'Discount Amount': discount ? <Money pence={order.discountPence} /> : 'No discount',
					Price: <Money pence={order.totalPence} words />,
					'On record': <AuditLink subject={order.id} />,
				}}
			/>
			<CellsSection cells={order.cells} />
			<ShownCreatives shown={shown} />
			<div className="actions">
				<ButtonLink variant="secondary" href={`/admin/transactions/${order.id}`}>
					See the transaction
				</ButtonLink>
			</div>
		</DialogPage>
	)
}
