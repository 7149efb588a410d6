import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { findBlock } from '~/domain/creatives/queries.server'
import { managePath } from '~/domain/creatives/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { formatLotNumber } from '~/domain/grid/lot'
import { pixelPath } from '~/domain/grid/pixel-path'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { formatCountry } from '~/domain/orders/contact-rules'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath, isFree, reviewUntil } from '~/domain/orders/rules'
import { ibanProblem } from '~/domain/settings/iban'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/responses.server'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { ReviewIntro, ReviewSteps } from '~/ui/checkout/outcome'
import { CouponFacts, Total } from '~/ui/checkout/totals'
import { Facts } from '~/ui/facts'
import { PlaceCard } from '~/ui/grid/place-card'
import { pageTitle } from '~/ui/layout/page-meta'
import { OrderCells } from '~/ui/orders/cells'
import { Time } from '~/ui/time'
import type { Route } from './+types/checkout-done'

/** An order in review. Once it is decided or has failed, its page in the history says how. */
export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = orNotFound(await findOwnOrder(params.orderId, account.id))
	const step = allowedStep(order, 'done')
	if (step !== 'done') throw redirect(checkoutPath(order.id, step))
	if (order.status !== 'pending' || order.releasedAt !== null) throw redirect(`/user/history/${order.id}`)
	const now = Date.now()
	const ids = order.cells.map(({ cell }) => cell)
	const own = await findBlock(Math.min(...ids), account.id, now)
	return {
		order: { ...order, reviewUntil: reviewUntil(order, now) },
		isOwn: own.ok || own.code !== 'not-owned',
		hasImage: own.ok && Boolean(own.block.creative?.imageKey),
		place: await readSurroundings(ids, account.id, now),
	}
}

type Order = Route.ComponentProps['loaderData']['order']

function paymentFacts(order: Order): Record<string, ReactNode> {
	if (isFree(order)) return { Payment: 'Nothing to pay' }
	const doubt = ibanProblem(order.bankAccountNo ?? '')
	return {
		'Bank name': order.bankName,
		'Account number or IBAN': doubt ? (
			<>
				{order.bankAccountNo}
				<small className="help block print:hidden">
					{doubt}. If your bank writes it like this, all is well; otherwise write to {brand.supportEmail}.
				</small>
			</>
		) : (
			order.bankAccountNo
		),
		'Transaction ID': order.paymentId,
		'Payment receipt': order.paymentReceiptName,
		'SWIFT copy': order.swiftReceiptName,
	}
}

export default function CheckoutDone({ loaderData }: Route.ComponentProps) {
	const { order, place, isOwn, hasImage } = loaderData
	const cells = cellsByIds(place.own.ids)
	const first = cells[0]?.id ?? 0
	return (
		<div className="checkout">
			<title>{pageTitle(`Order ${order.reference}`)}</title>
			<header className="grid gap-2">
				<p className="kicker">Your order</p>
				<h1>Success! Your Purchase Is Confirmed</h1>
				<p className="text-muted">
					<ReviewIntro order={order} />
				</p>
			</header>
			<div className="actions no-print max-sm:*:grow">
				{isOwn ? (
					<>
						<ButtonLink href={managePath(first)}>
							{hasImage ? 'Manage' : 'Upload your logo and link'}
						</ButtonLink>{' '}
						<ButtonLink variant="secondary" href={pixelPath(first)}>
							See your page
						</ButtonLink>{' '}
					</>
				) : null}
				<ButtonLink variant="secondary" href="/user/dashboard">
					Go to the dashboard
				</ButtonLink>
			</div>
			<div className="checkout-columns">
				<PlaceCard place={place} title={formatLotNumber(cells)}>
					<div className="grid gap-3">
						<p>
							<Badge status={order.status} />
						</p>
						<CouponFacts order={order} />
						<Total pence={order.totalPence} />
						<p className="text-sm text-muted no-print">
							Please keep this page with your records. It prints on one sheet.
						</p>
					</div>
				</PlaceCard>
				<div className="checkout-main">
					<Card title="What happens next">
						<ReviewSteps order={order} />
					</Card>
					<Card title="Order">
						<p className="reference mb-4">{order.reference}</p>
						<div className="md:[&>.facts]:grid-cols-2 md:[&>.facts]:gap-x-8">
							<Facts
								items={{
									Submitted: order.submittedAt ? <Time at={order.submittedAt} /> : '',
									Name: order.name,
									Email: order.email,
									'Contact number': order.contactNo,
									Country: formatCountry(order.country),
									...paymentFacts(order),
								}}
							/>
						</div>
					</Card>
					<Card title="Your pixels" flush>
						<OrderCells cells={order.cells} format="millions" />
					</Card>
				</div>
			</div>
		</div>
	)
}
