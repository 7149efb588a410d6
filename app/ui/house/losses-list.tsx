import { rectanglesOf } from '~/domain/grid/selection/rectangle-rules'
import type { Loss } from '~/domain/house/losses'
import { countLabel } from '~/domain/orders/review/labels'
import { Badge } from '../badge'
import { Facts } from '../facts'
import { Money } from '../money'
import { Places } from '../orders/places'

const LOSES: Readonly<Record<Loss['kind'], string>> = {
	house: 'The house gives up',
	member: 'loses',
	hold: 'no longer has on hold',
}

/** The losses by holder, with their orders and money. `isErased`: the content of the pixels is gone for good. */
export function LossesList({ losses, isErased }: { losses: readonly Loss[]; isErased: boolean }) {
	return (
		<ul className="grid gap-4">
			{losses
				.map(loss => ({ loss, facts: factsOf(loss, isErased) }))
				.map(({ loss, facts }) => (
					<li key={`${loss.kind}${loss.holderId}`} className="grid gap-3 border border-line p-4">
						<h2 className="wrap-anywhere font-sans text-base font-semibold">
							{loss.kind === 'house' ? null : `${loss.name} `}
							{LOSES[loss.kind]} {countLabel(loss.cells.length)}
						</h2>
						<Places areas={rectanglesOf(loss.cells)} />
						{facts.length > 0 ? <Facts items={facts} /> : null}
					</li>
				))}
		</ul>
	)
}

type Fact = readonly [React.ReactNode, React.ReactNode]

function factsOf({ kind, email, orders, paidPence, shows, borrowers }: Loss, isErased: boolean): Fact[] {
	return [
		...(email === null
			? []
			: [
					[
						'Email',
						<span key="email" className="wrap-anywhere">
							{email}
						</span>,
					] as const,
				]),
		...orders.map(
			order =>
				[
					kind === 'hold' ? 'Checkout' : 'Order',
					<span key={order.id} className="flex flex-wrap items-baseline justify-end gap-x-3">
						{kind === 'hold' ? (
							<span className="figures">{order.reference}</span>
						) : (
							<a className="link figures" href={`/admin/transactions/${order.id}`}>
								{order.reference}
							</a>
						)}
						<Badge status={order.status} />
						<Money pence={order.totalPence} />
					</span>,
				] as const,
		),
		...(paidPence === null || kind === 'hold'
			? []
			: [['These pixels cost', <Money key="paid" pence={paidPence} words />] as const]),
		...(borrowers.length > 0 ? [['Lent to, which ends', borrowers.join(', ')] as const] : []),
		...(shows.length > 0
			? [
					[
						isErased ? 'Erased' : 'Taken off the grid and kept',
						shows.map(text => `“${text}”`).join(', '),
					] as const,
				]
			: []),
	]
}
