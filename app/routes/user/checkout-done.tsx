import { redirect } from 'react-router'
import { brand } from '~/domain/brand'
import { countryName } from '~/domain/orders/contact-rules'
import { findOwnOrder } from '~/domain/orders/queries.server'
import { allowedStep, checkoutPath, isFree, shownStatus } from '~/domain/orders/rules'
import { found } from '~/server/answers.server'
import { requireUser } from '~/server/guards.server'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Outcome } from '~/ui/checkout/outcome'
import { Totals } from '~/ui/checkout/totals'
import { Facts } from '~/ui/facts'
import { OrderCells } from '~/ui/orders/cells'
import { Time } from '~/ui/time'
import type { Route } from './+types/checkout-done'

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `Order ${loaderData?.order.reference ?? ''} · ${brand.name}` },
]

export async function loader({ request, params }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const order = found(await findOwnOrder(params.orderId, account.id))
	const step = allowedStep(order, 'done')
	if (step !== 'done') throw redirect(checkoutPath(order.id, step))
	const { accountEmail: _email, accountName: _name, refundedBy: _by, ...shown } = order
	return { order: shown }
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
	const { order } = loaderData
	const manage = `/user/profile?cell=${order.cells[0]?.cell ?? ''}`
	const isOurs = order.status === 'pending' || order.status === 'approved'
	return (
		<div className="checkout">
			<Outcome order={order} />
			<div className="actions no-print">
				{isOurs ? <ButtonLink href={manage}>Upload your logo and link</ButtonLink> : null}
				<ButtonLink variant="secondary" href="/user/dashboard">
					Go to the dashboard
				</ButtonLink>
			</div>
			<div className="checkout-columns">
				<Card title="Your pixels" flush>
					<OrderCells cells={order.cells} look="millions" />
				</Card>
				<aside className="grid gap-6">
					<Card title="Order" aside={<Badge status={shownStatus(order)} />}>
						<div className="grid gap-4">
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
							<Totals order={order} pixels={order.cells.length} />
						</div>
					</Card>
				</aside>
			</div>
		</div>
	)
}
