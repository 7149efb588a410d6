import { countryName } from '~/domain/orders/contact-rules'
import { type ReviewedOrder, readForReview } from '~/domain/orders/review/queries.server'
import { shownStatus } from '~/domain/orders/rules'
import { dayText } from '~/domain/time'
import { found } from '~/server/answers.server'
import { requireAdmin } from '~/server/guards.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { Card, keptCard } from '~/ui/card'
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
	const { id, reference, status, totalPence, refundedAt, submittedAt, name, email, contactNo } = order
	const { accountName, accountEmail, paymentId, couponCode, discountPence } = order
	const { bankName, bankAccountNo, country } = order
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
					<Decisions order={{ id, reference, status, totalPence, refundedAt }} />
					<Refund order={order} />
					<Payment
						{...{ id, reference, name, email, contactNo, accountName, accountEmail }}
						{...{ totalPence, submittedAt, paymentId, couponCode, discountPence }}
					/>
					<BankDetails {...{ bankName, bankAccountNo, country }} />
				</div>
				<div className="grid min-w-0 gap-6">
					<PaymentReceipt file={order.paymentReceipt} />
					<SwiftReceipt file={order.swiftReceipt} />
					<Papers order={order} />
					<PixelDetails cells={order.cells} />
				</div>
			</div>
			<div className="grid gap-6 lg:grid-cols-2">
				<History id={id} entries={order.history} />
				<OtherOrders orders={order.otherOrders} />
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

type Whole = ReviewedOrder

const Payment = keptCard(
	(
		order: Pick<Whole, 'id' | 'reference' | 'name' | 'email' | 'contactNo' | 'accountName' | 'accountEmail'> &
			Pick<Whole, 'totalPence' | 'submittedAt' | 'paymentId' | 'couponCode' | 'discountPence'>,
	) => ({
		title: 'Payment',
		children: (
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
		),
	}),
)

/* For an order over nothing. */
const NOT_ASKED = 'Not asked for'

const BankDetails = keptCard((order: Pick<Whole, 'bankName' | 'bankAccountNo' | 'country'>) => ({
	title: 'Bank Details',
	children: (
		<Facts
			items={[
				['Bank name', order.bankName ?? NOT_ASKED],
				['Account number', order.bankAccountNo ?? NOT_ASKED],
				['Country', countryName(order.country)],
			]}
		/>
	),
}))

const PaymentReceipt = keptCard(({ file }: { file: Whole['paymentReceipt'] }) => ({
	title: 'Payment Receipt',
	children: <Receipt file={file} label="Payment receipt" none="No receipt uploaded" />,
}))

const SwiftReceipt = keptCard(({ file }: { file: Whole['swiftReceipt'] }) => ({
	title: 'SWIFT Receipt',
	children: <Receipt file={file} label="SWIFT receipt" none="No SWIFT receipt uploaded" />,
}))

const PixelDetails = keptCard(({ cells }: Pick<Whole, 'cells'>) => ({
	title: 'Pixel Details',
	flush: true,
	children: <OrderCells cells={cells} />,
}))

const History = keptCard(({ id, entries }: { id: string; entries: Whole['history'] }) => ({
	title: 'History',
	aside: <AuditLink subject={id} />,
	children: <OrderHistory entries={entries} />,
}))

const OtherOrders = keptCard(({ orders }: { orders: Whole['otherOrders'] }) => ({
	title: 'Other orders of this buyer',
	children: <OrderLinks orders={orders} empty="This buyer has no other orders." />,
}))
