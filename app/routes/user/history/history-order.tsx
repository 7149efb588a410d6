import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import type { Papers } from '~/domain/certificates/queries.server'
import { checkPath, paperPath } from '~/domain/certificates/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { formatLotNumber } from '~/domain/grid/lot'
import { pixelPath } from '~/domain/grid/pixel-path'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { readOwnHistory } from '~/domain/orders/history/queries.server'
import { formatTypeLabels } from '~/domain/orders/review/labels'
import { checkoutPath, isFree, isRefunded, isSubmitted, shownStatus } from '~/domain/orders/rules'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/responses.server'
import { Badge } from '~/ui/badge'
import { Seal } from '~/ui/certificates/plate'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { PlaceCard } from '~/ui/grid/place-card'
import { Money } from '~/ui/money'
import { Notice, type Tone } from '~/ui/notice'
import { CellsSection } from '~/ui/orders/cells'
import { RefundNotice, ReleasedNotice } from '~/ui/orders/notices'
import { Receipt } from '~/ui/orders/receipt'
import { ShownCreatives } from '~/ui/orders/shown-creatives'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-order'

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = orNotFound(await readOwnHistory(params.orderId, account.id))
	if (!isSubmitted(order.status)) throw redirect(checkoutPath(order.id, 'cells'))
	const ids = order.cells.map(({ cell }) => cell)
	return { order, place: await readSurroundings(ids, account.id, Date.now()) }
}

export default function OrderDetails({ loaderData }: Route.ComponentProps) {
	const { order, place } = loaderData
	return (
		<DialogPage title="Order Details" backHref="/user/history" wide>
			<div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-x-12 print:grid-cols-2">
				<div className="grid gap-6">
					<PlaceCard place={place} title="The place">
						{order.own === null ? null : (
							<a className="link inline-flex min-h-11 items-center" href={pixelPath(order.own)}>
								See your page
							</a>
						)}
					</PlaceCard>
					{isRefunded(order) ? null : <OrderStatusNotice order={order} />}
					<RefundNotice sentBack={order.sentBack} isWhole={isRefunded(order)} />
					<ReleasedNotice order={order} />
					<Facts
						items={{
							Status: <Badge status={shownStatus(order)} />,
							'Order ID': order.reference,
							Date: order.submittedAt === null ? '' : <Time at={order.submittedAt} />,
							'Pixel Types': formatTypeLabels(order.cells),
							Decided: order.decidedAt !== null && <Time at={order.decidedAt} />,
							'Transaction ID': isFree(order) ? null : order.paymentId,
							'Payment method': isFree(order) ? 'Nothing to pay' : 'Bank transfer',
						}}
					/>
					<ShownCreatives shown={order.shown} />
				</div>
				<div className="grid gap-6 lg:-mt-2">
					{order.papers ? <Documents order={order} papers={order.papers} /> : null}
					<CellsSection cells={order.cells}>
						<Facts
							items={{
								Subtotal: <Money pence={order.subtotalPence} />,
								'Coupon Code': order.couponCode ?? 'No coupon applied',
								Discount: order.discountPence > 0 ? <Money pence={-order.discountPence} /> : 'No discount',
								Total: <Money pence={order.totalPence} words />,
							}}
						/>
					</CellsSection>
					{isFree(order) ? null : (
						<section className="grid gap-3">
							<h2>Payment receipt</h2>
							<Receipt file={order.paymentReceipt} label="Payment receipt" none="No receipt uploaded" small />
						</section>
					)}
					{order.swiftReceipt ? (
						<section className="grid gap-3">
							<h2>SWIFT receipt</h2>
							<Receipt file={order.swiftReceipt} label="SWIFT receipt" none="" small />
						</section>
					) : null}
				</div>
			</div>
		</DialogPage>
	)
}

function Documents({ order, papers: { receipt, code } }: { order: Order; papers: Papers }) {
	if (!receipt && !code) return null
	const cells = cellsByIds(order.cells.map(({ cell }) => cell))
	return (
		<section className="grid gap-3">
			<h2>Documents</h2>
			{code ? (
				<section
					className="sheet flex flex-wrap items-center gap-x-6 gap-y-4 p-5 sm:p-6"
					aria-labelledby="own-certificate"
				>
					<Seal house={brand.name} cells={cells} />
					<div className="grid min-w-0 flex-1 basis-56 gap-1">
						<p className="kicker">Global Ownership Certificate</p>
						<h3 id="own-certificate" className="text-lg">
							{formatLotNumber(cells)}
						</h3>
						<p className="figures text-sm text-muted">{code}</p>
						<div className="actions mt-2 no-print">
							<a className="btn btn-secondary" href={checkPath(code)}>
								View<span className="sr-only"> the certificate</span>
							</a>{' '}
							<a className="btn btn-quiet" href={paperPath(order.id, 'certificate')}>
								PDF<span className="sr-only"> of the certificate</span>
							</a>
						</div>
					</div>
				</section>
			) : null}
			{receipt ? (
				<div className="sheet flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3 sm:px-6">
					<p className="font-semibold">Receipt No. {receipt.number}</p>
					<a className="btn btn-quiet" href={paperPath(order.id, 'receipt')}>
						PDF<span className="sr-only"> of receipt No. {receipt.number}</span>
					</a>
				</div>
			) : null}
		</section>
	)
}

type Order = Route.ComponentProps['loaderData']['order']

/** Describes the status of an order: tone, title and sentence. */
function statusNotice(order: Order): readonly [Tone, string, string] | undefined {
	const isFreeOrder = isFree(order)
	switch (order.status) {
		case 'pending':
			return isFreeOrder
				? ['info', 'We are looking at your order', 'The pixels are yours to manage already.']
				: [
						'info',
						'We are verifying your payment',
						'The pixels are yours to manage already. Ownership is confirmed within 24 hours of payment verification.',
					]
		case 'approved':
			return ['success', `Your ${isFreeOrder ? 'order' : 'payment'} is confirmed`, describeOwnership(order)]
		case 'rejected':
			return [
				'error',
				'This order was rejected',
				'You hold no pixels from it, and what you showed on them has left the grid.',
			]
		case 'failed':
			return [
				'error',
				'This order could not be completed',
				`It came when the pixels were not on hold for you any more. ${isFreeOrder ? '' : 'If you have not made the transfer yet, please do not make it. '}If they become free again we may still assign them to you${isFreeOrder ? '.' : '; otherwise money that you have transferred for it is refunded in full.'}`,
			]
		default:
			return undefined
	}
}

function describeOwnership({ gone, cells }: Order): string {
	if (gone === 0) return 'You are the owner of the pixels.'
	if (gone === cells.length) {
		return `You became the owner. ${gone === 1 ? 'The pixel has' : 'The pixels have'} been passed on since.`
	}
	return `You became the owner. ${gone} of the ${cells.length} pixels ${gone === 1 ? 'has' : 'have'} been passed on since.`
}

function OrderStatusNotice({ order }: { order: Order }) {
	const notice = statusNotice(order)
	// After the house took back pixels, an approved order no longer says that they are the buyer's.
	if (!notice || (order.releasedAt !== null && order.status !== 'rejected')) return null
	const [tone, title, text] = notice
	return (
		<Notice tone={tone} title={title}>
			{order.status === 'failed' && order.failureReason ? <p>{order.failureReason}</p> : null}
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
