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
			{losses.map(loss => (
				<li key={`${loss.kind}${loss.holderId}`} className="grid gap-3 border border-line p-4">
					<h2 className="wrap-anywhere font-sans text-base font-semibold">
						{loss.kind === 'house' ? null : `${loss.name} `}
						{LOSES[loss.kind]} {countLabel(loss.cells.length)}
					</h2>
					<Places areas={rectanglesOf(loss.cells)} />
					<Facts items={factsOf(loss, isErased)} />
				</li>
			))}
		</ul>
	)
}

function factsOf({ kind, email, orders, paidPence, shows, borrowers }: Loss, isErased: boolean) {
	return {
		Email: email,
		[kind === 'hold' ? 'Checkout' : 'Order']:
			orders.length > 0 &&
			orders.map(order => (
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
				</span>
			)),
		'These pixels cost': paidPence !== null && kind !== 'hold' && <Money pence={paidPence} words />,
		'Lent to, which ends': borrowers.length > 0 && borrowers.join(', '),
		[isErased ? 'Erased' : 'Taken off the grid and kept']:
			shows.length > 0 && shows.map(text => `“${text}”`).join(', '),
	}
}
