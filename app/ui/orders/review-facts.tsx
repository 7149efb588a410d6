import { accountLabel } from '~/domain/accounts/own-data/deletion-rules'
import { formatPixelCount } from '~/domain/grid/cell-names'
import type { Surroundings } from '~/domain/grid/surroundings'
import { formatCountry } from '~/domain/orders/contact-rules'
import { formatTypeLabels } from '~/domain/orders/review/labels'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { Card } from '../card'
import { CertificateLink } from '../certificates/link'
import { Facts } from '../facts'
import { PlacePicture } from '../grid/place-picture'
import { Money } from '../money'
import { Time } from '../time'
import { EachCell } from './cells'
import { Places } from './places'

/** The purchased pixels, their position, and their price. */
export function OrderPixels({ order, place }: { order: ReviewedOrder; place: Surroundings }) {
	const { cells, lost, status, couponCode, discountPence, totalPence } = order
	const [cell] = cells
	const isOnePrice = cells.every(({ pricePence }) => pricePence === cell?.pricePence)
	return (
		<Card
			title="Pixel Details"
			aside={
				lost > 0 && status === 'pending' ? (
					<b className="text-xs text-danger">{formatPixelCount(lost)} gone</b>
				) : null
			}
		>
			<div className="grid gap-3 sm:grid-cols-[minmax(8rem,1fr)_minmax(0,1.5fr)]">
				<PlacePicture place={place} label="The pixels among their neighbours" unit={12} />
				<div className="grid content-start gap-1">
					<b>{formatTypeLabels(cells)}</b>
					<Places cells={cells} />
					{isOnePrice && cell ? (
						<p>
							<Money pence={cell.pricePence} />
							{cells.length > 1 ? ' each' : null}
						</p>
					) : null}
				</div>
			</div>
			<details>
				<summary className="link link-alone my-0">
					{cells.length > 1 ? `All ${formatPixelCount(cells.length)}` : 'As a table'}
				</summary>
				<EachCell cells={cells} />
			</details>
			<Facts
				items={{
					'Coupon Code': couponCode ?? 'No coupon applied',
					'Discount Amount': discountPence > 0 ? <Money pence={discountPence} /> : 'No discount',
					Amount: <Money pence={totalPence} words />,
				}}
			/>
		</Card>
	)
}

/* For an order with nothing to pay. */
const NOT_ASKED = 'Not asked for'

/** The buyer, and the numbers of the order. */
export function OrderBuyer({ order }: { order: ReviewedOrder }) {
	const orders = order.otherOrders + 1
	const account = accountLabel(order)
	return (
		<Card
			title="Buyer"
			aside={
				<a className="link link-alone" href={`/admin/userManagement/${order.accountId}`}>
					{orders === 1 ? 'The only order' : `${orders} orders`}
					<span className="sr-only"> of this buyer</span>
				</a>
			}
		>
			<Facts
				items={{
					'Transaction ID': order.paymentId ?? 'None: nothing was to be paid',
					'Order ID': order.reference,
					Date: <Time at={order.submittedAt} />,
					Name: order.name,
					Email: order.email,
					'Contact number': order.contactNo,
					Account: account === `${order.name}, ${order.email}` ? null : account,
				}}
			/>
		</Card>
	)
}

/** The bank account that the buyer pays from, to compare with the receipt. */
export function OrderBank({ order }: { order: ReviewedOrder }) {
	return (
		<Card title="Bank Details">
			<Facts
				items={{
					'Bank name': order.bankName ?? NOT_ASKED,
					'Account number': order.bankAccountNo ?? NOT_ASKED,
					Country: formatCountry(order.country),
				}}
			/>
		</Card>
	)
}

/** The receipt and the certificate of an approved order. */
export function OrderPapers({ order: { id, papers } }: { order: ReviewedOrder }) {
	if (!papers?.receipt && !papers?.code) return null
	const path = `/admin/transactions/${id}`
	return (
		<Card title="Documents">
			<p className="flex flex-wrap gap-x-6">
				{papers.receipt ? (
					<a className="link link-alone my-0" href={`${path}/receipt.pdf`}>
						Receipt No. {papers.receipt.number} (PDF)
					</a>
				) : null}{' '}
				{papers.code ? <CertificateLink code={papers.code} href={`${path}/certificate.pdf`} /> : null}
			</p>
		</Card>
	)
}
