import { data } from 'react-router'
import { formatPounds } from '~/domain/money'
import { approveOrder, rejectOrder } from '~/domain/orders/commands.server'
import { type ReviewedOrder, readForReview } from '~/domain/orders/review-queries.server'
import { DecisionForm } from '~/domain/orders/review-schema'
import { canDecide, countryName } from '~/domain/orders/rules'
import { redirectWithFlash } from '~/server/flash.server'
import { readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { OrderCells } from '~/ui/orders/cells'
import { OrderHistory } from '~/ui/orders/history'
import { OrderLinks } from '~/ui/orders/links'
import { Receipt } from '~/ui/orders/receipt'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { Time } from '~/ui/time'
import type { Route } from './+types/transaction'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transaction Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = await readForReview(params.id)
	if (!order) throw new Response(null, { status: 404, statusText: 'Not Found' })
	return { order }
}

const FAILED = 'Failed to update payment status'

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = DecisionForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw new Response(null, { status: 400, statusText: 'Bad Request' })
	const { intent, version, reason } = form.data
	const decision = { orderId: params.id, version, actorId: admin.id, now: Date.now() }
	const result =
		intent === 'approve'
			? await approveOrder(decision)
			: await rejectOrder({ ...decision, ...(reason ? { reason } : {}) })
	if (result.ok) {
		return await redirectWithFlash(`/admin/transactions/${params.id}`, {
			type: 'success',
			text: 'Payment status updated successfully',
		})
	}
	if (result.reason === 'unknown') throw new Response(null, { status: 404, statusText: 'Not Found' })
	return data({ refused: result.message }, { status: 409 })
}

export default function Transaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order } = loaderData
	return (
		<>
			<PageTitle
				title="Transaction Details"
				intro={
					<a className="link" href="/admin/transactions">
						All transactions
					</a>
				}
				actions={<Badge status={order.status} />}
			/>
			{actionData ? (
				<Notice tone="error" title={FAILED}>
					<p>{actionData.refused}</p>
				</Notice>
			) : null}
			<Warnings order={order} />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Decision order={order} />
					<Payment order={order} />
					<BankDetails order={order} />
				</div>
				<div className="grid min-w-0 gap-6">
					<Card title="Payment Receipt">
						<Receipt file={order.paymentReceipt} label="Payment receipt" none="No receipt uploaded" />
					</Card>
					<Card title="SWIFT Receipt">
						<Receipt file={order.swiftReceipt} label="SWIFT receipt" none="No SWIFT receipt uploaded" />
					</Card>
				</div>
			</div>
			<Card title="Pixel Details" flush>
				<OrderCells cells={order.cells} />
			</Card>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<Card title="History">
					<OrderHistory entries={order.history} />
				</Card>
				<Card title="Other orders of this buyer">
					<OrderLinks orders={order.otherOrders} empty="This buyer has no other orders." />
				</Card>
			</div>
		</>
	)
}

function Warnings({ order }: { order: ReviewedOrder }) {
	return (
		<>
			{order.sameTransactionId.length > 0 ? (
				<Notice tone="warning" title="This transaction ID was used before">
					<p>Another order carries it too. Make sure that the money has arrived twice before you approve.</p>
					<OrderLinks orders={order.sameTransactionId} empty="" />
				</Notice>
			) : null}
			{order.status === 'failed' ? (
				<Notice tone="error" title="The pixels were gone when the receipt came">
					<p>
						The hold had run out and somebody else has them. Refund {order.name} once the transfer has
						arrived.
					</p>
				</Notice>
			) : null}
		</>
	)
}

function Decision({ order }: { order: ReviewedOrder }) {
	const mayApprove = canDecide(order.status, 'approve')
	if (!mayApprove && !canDecide(order.status, 'reject')) return null
	const reject = (
		<ButtonLink variant="secondary" href={`/admin/transactions/${order.id}/reject`} data-enhance="dialog">
			Reject
		</ButtonLink>
	)
	return (
		<Card title={mayApprove ? 'Decision' : 'This payment is approved'}>
			<div className="grid gap-4">
				<p className="text-sm text-muted">
					{mayApprove
						? `Approve once ${formatPounds(order.totalPence)} has arrived with the reference ${order.reference}. The buyer is told by e-mail.`
						: 'It can still be rejected: the pixels are released and the buyer is told.'}
				</p>
				{mayApprove ? (
					<form method="post" className="actions" data-enhance="submit-once">
						<input type="hidden" name="version" value={order.version} />
						<Button name="intent" value="approve" data-busy="Processing...">
							Approve
						</Button>
						{reject}
					</form>
				) : (
					<div className="actions">{reject}</div>
				)}
			</div>
		</Card>
	)
}

function Payment({ order }: { order: ReviewedOrder }) {
	return (
		<Card title="Payment">
			<Facts
				items={[
					['Transaction ID', order.paymentId],
					['Order ID', order.reference],
					['Internal number', order.id],
					['Name', order.name],
					['Email', order.email],
					['Contact number', order.contactNo],
					['Account', `${order.accountName}, ${order.accountEmail}`],
					['Amount', <Money key="amount" pence={order.totalPence} words />],
					['Date', <Time key="date" at={order.submittedAt} />],
					['Coupon Code', order.couponCode ?? 'No coupon applied'],
					[
						'Discount Amount',
						order.discountPence > 0 ? <Money key="discount" pence={order.discountPence} /> : 'No discount',
					],
				]}
			/>
		</Card>
	)
}

function BankDetails({ order }: { order: ReviewedOrder }) {
	return (
		<Card title="Bank Details">
			<Facts
				items={[
					['Bank name', order.bankName],
					['Account number', order.bankAccountNo],
					['Country', countryName(order.country)],
				]}
			/>
		</Card>
	)
}
