import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { readPlace } from '~/domain/grid/place.server'
import { countryName } from '~/domain/orders/contact-rules'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath, isFree, reviewUntil, shownStatus } from '~/domain/orders/rules'
import { readSentBack } from '~/domain/payments/ledger.server'
import { requireUser } from '~/server/auth/guards.server'
import { orNotFound } from '~/server/http/answers.server'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Outcome, Promises } from '~/ui/checkout/outcome'
import { CouponFacts, Total } from '~/ui/checkout/totals'
import { Facts } from '~/ui/facts'
import { PlaceCard } from '~/ui/grid/place-card'
import { OrderCells } from '~/ui/orders/cells'
import { Time } from '~/ui/time'
import type { Route } from './+types/checkout-done'

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `Order ${loaderData?.order.reference ?? ''} · ${brand.name}` },
]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = orNotFound(await findOwnOrder(params.orderId, account.id))
	const step = allowedStep(order, 'done')
	if (step !== 'done') throw redirect(checkoutPath(order.id, step))
	const { accountEmail: _email, accountName: _name, ...shown } = order
	const now = Date.now()
	const ids = order.cells.map(({ cell }) => cell)
	return {
		order: { ...shown, reviewUntil: reviewUntil(order, now), sentBack: await readSentBack(order.id) },
		place: await readPlace(ids, account.id, now),
	}
}

type Order = Route.ComponentProps['loaderData']['order']

function paymentFacts(order: Order): [string, string | null][] {
	if (isFree(order)) return [['Payment', 'Nothing to pay']]
	return [
		['Bank name', order.bankName],
		['Account number or IBAN', order.bankAccountNo],
		['Transaction ID', order.paymentId],
		['Payment receipt', order.paymentReceiptName],
		['SWIFT copy', order.swiftReceiptName ?? 'None'],
	]
}

export default function CheckoutDone({ loaderData }: Route.ComponentProps) {
	const { order, place } = loaderData
	const manage = `/user/profile?cell=${order.cells[0]?.cell ?? ''}`
	const isOurs = (order.status === 'pending' || order.status === 'approved') && order.releasedAt === null
	return (
		<div className="checkout">
			<div className="checkout-columns">
				<div className="checkout-main">
					<p className="kicker -mb-4">Order {order.reference}</p>
					<Outcome order={order} />
					<div className="actions no-print">
						{isOurs ? <ButtonLink href={manage}>Upload your logo and link</ButtonLink> : null}
						<ButtonLink variant="secondary" href="/user/dashboard">
							Go to the dashboard
						</ButtonLink>
					</div>
					{order.status === 'pending' && isOurs ? <Promises order={order} /> : null}
					<Card title="Order" aside={<Badge status={shownStatus(order)} />}>
						<Facts
							items={[
								['Reference', <span key="reference">{order.reference}</span>],
								['Submitted', order.submittedAt ? <Time key="at" at={order.submittedAt} /> : ''],
								['Name', order.name],
								['Email', order.email],
								['Contact number', order.contactNo],
								['Country', countryName(order.country)],
								...paymentFacts(order),
							]}
						/>
					</Card>
					<Card title="Your pixels" flush>
						<OrderCells cells={order.cells} look="millions" />
					</Card>
				</div>
				<PlaceCard place={place} cells={order.cells} title={isOurs ? 'Your place' : 'The place'}>
					<div className="grid gap-3 pt-3">
						<CouponFacts order={order} />
						<Total pence={order.totalPence} />
					</div>
				</PlaceCard>
			</div>
		</div>
	)
}
