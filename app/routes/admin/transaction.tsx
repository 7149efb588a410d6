import { countryName } from '~/domain/orders/contact-rules'
import { type ReviewedOrder, readForReview } from '~/domain/orders/review/queries.server'
import { shownStatus } from '~/domain/orders/rules'
import { dayText } from '~/domain/time'
import { found } from '~/server/answers.server'
import { requireAdmin } from '~/server/guards.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { OrderCells } from '~/ui/orders/cells'
import { Decisions } from '~/ui/orders/decisions'
import { OrderHistory } from '~/ui/orders/history'
import { OrderLinks } from '~/ui/orders/links'
import { Receipt } from '~/ui/orders/receipt'
import { ReviewNotices } from '~/ui/orders/review-notices'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import { Time } from '~/ui/time'
import type { Route } from './+types/transaction'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transaction Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = found(await readForReview(params.id))
	return { order }
}

export default function Transaction({ loaderData }: Route.ComponentProps) {
	const { order } = loaderData
	return (
		<>
			<PageTitle
				title="Transaction Details"
				intro={
					<a className="link link-alone" href="/admin/transactions">
						All transactions
					</a>
				}
				actions={<Badge status={shownStatus(order)} />}
			/>
			<ReviewNotices order={order} />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<div className="grid min-w-0 gap-6">
					<Decisions order={order} />
					<Refund order={order} />
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
					<Papers order={order} />
					<Card title="Pixel Details" flush>
						<OrderCells cells={order.cells} />
					</Card>
				</div>
			</div>
			<div className="grid gap-6 lg:grid-cols-2">
				<Card title="History" aside={<AuditLink subject={order.id} />}>
					<OrderHistory entries={order.history} />
				</Card>
				<Card title="Other orders of this buyer">
					<OrderLinks orders={order.otherOrders} empty="This buyer has no other orders." />
				</Card>
			</div>
		</>
	)
}

function Refund({ order }: { order: ReviewedOrder }) {
	const { refundedAt, refundedPence, refundedOn, refundReference } = order
	if (refundedAt === null || refundedPence === null || refundedOn === null) return null
	return (
		<Card title="Refund">
			<Facts
				items={[
					['Amount', <Money key="amount" pence={refundedPence} words />],
					['Sent back on', dayText(refundedOn)],
					['Bank reference', refundReference],
					['Recorded', <Time key="recorded" at={refundedAt} />],
				]}
			/>
		</Card>
	)
}

function Papers({ order: { id, papers } }: { order: ReviewedOrder }) {
	if (!papers) return null
	return (
		<Card title="Documents">
			<ul className="grid">
				{papers.receipt ? (
					<li>
						<a
							className="link inline-flex min-h-11 items-center"
							href={`/admin/transactions/${id}/receipt.pdf`}
						>
							Receipt No. {papers.receipt.number} (PDF)
						</a>
					</li>
				) : null}
				{papers.code ? (
					<li>
						<a
							className="link inline-flex min-h-11 items-center"
							href={`/admin/transactions/${id}/certificate.pdf`}
						>
							Global Ownership Certificate {papers.code} (PDF)
						</a>
					</li>
				) : null}
			</ul>
		</Card>
	)
}

function Payment({ order }: { order: ReviewedOrder }) {
	return (
		<Card title="Payment">
			<Facts
				items={[
					['Transaction ID', order.paymentId ?? 'None: nothing was to be paid'],
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

/* For an order over nothing. */
const NOT_ASKED = 'Not asked for'

function BankDetails({ order }: { order: ReviewedOrder }) {
	return (
		<Card title="Bank Details">
			<Facts
				items={[
					['Bank name', order.bankName ?? NOT_ASKED],
					['Account number', order.bankAccountNo ?? NOT_ASKED],
					['Country', countryName(order.country)],
				]}
			/>
		</Card>
	)
}
