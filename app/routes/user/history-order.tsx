import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { readOwnHistory } from '~/domain/orders/history-queries.server'
import { checkoutPath, isSubmitted } from '~/domain/orders/rules'
import { requireUser } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { DialogPage } from '~/ui/dialog-page'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { Notice, type Tone } from '~/ui/notice'
import { OrderCells } from '~/ui/orders/cells'
import { Receipt } from '~/ui/orders/receipt'
import { pageTitle } from '~/ui/page-meta'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-order'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Order Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = await readOwnHistory(params.orderId, account.id)
	if (!order) throw new Response(null, { status: 404, statusText: 'Not Found' })
	if (!isSubmitted(order.status)) throw redirect(checkoutPath(order.id, 'cells'))
	return { order }
}

export default function OrderDetails({ loaderData }: Route.ComponentProps) {
	const { order } = loaderData
	return (
		<DialogPage title="Order Details" backHref="/user/history">
			<Standing order={order} />
			<Facts
				items={[
					['Status', <Badge key="status" status={order.status} />],
					['Order ID', order.reference],
					['Date', order.submittedAt === null ? '' : <Time key="date" at={order.submittedAt} />],
					...(order.decidedAt === null
						? []
						: [['Decided', <Time key="decided" at={order.decidedAt} />] as const]),
					['Transaction ID', order.paymentId],
					['Payment method', 'Bank transfer'],
				]}
			/>
			<section className="grid gap-3">
				<h2>Pixels</h2>
				<div className="border border-line">
					<OrderCells cells={order.cells} />
				</div>
				<Facts
					items={[
						['Subtotal', <Money key="subtotal" pence={order.subtotalPence} />],
						['Coupon Code', order.couponCode ?? 'No coupon applied'],
						[
							'Discount',
							order.discountPence > 0 ? <Money key="discount" pence={-order.discountPence} /> : 'No discount',
						],
						['Total', <Money key="total" pence={order.totalPence} words />],
					]}
				/>
			</section>
			<section className="grid gap-3">
				<h2>Payment receipt</h2>
				<Receipt file={order.paymentReceipt} label="Payment receipt" none="No receipt uploaded" />
			</section>
			{order.swiftReceipt ? (
				<section className="grid gap-3">
					<h2>SWIFT receipt</h2>
					<Receipt file={order.swiftReceipt} label="SWIFT receipt" none="" />
				</section>
			) : null}
		</DialogPage>
	)
}

type Order = Route.ComponentProps['loaderData']['order']

const STANDING: Readonly<Record<string, readonly [Tone, string, string]>> = {
	pending: [
		'info',
		'We are verifying your payment',
		'The pixels are yours to manage already. Ownership is confirmed within 24 hours of payment verification.',
	],
	approved: ['success', 'Your payment is confirmed', 'The pixels are yours.'],
	rejected: [
		'error',
		'This order was rejected',
		'Its pixels have been released, and what they showed has left the grid.',
	],
	failed: [
		'error',
		'This order could not be completed',
		'Your receipt came after the hold had run out, and somebody else has the pixels. Your order and your receipt are kept; money that you have transferred for it is refunded in full.',
	],
}

function Standing({ order }: { order: Order }) {
	const standing = STANDING[order.status]
	if (!standing) return null
	const [tone, title, text] = standing
	return (
		<Notice tone={tone} title={title}>
			<p>{text}</p>
			{order.rejectionReason ? <p>Our reason: {order.rejectionReason}</p> : null}
			{tone === 'error' ? (
				<p>
					Write to{' '}
					<a className="link" href={`mailto:${brand.supportEmail}?subject=${order.reference}`}>
						{brand.supportEmail}
					</a>{' '}
					and quote {order.reference}.
				</p>
			) : null}
		</Notice>
	)
}
