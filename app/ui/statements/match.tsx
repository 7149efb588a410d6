import type { Match, MatchedOrder } from '~/domain/statements/rules'
import { Badge, type BadgeLook } from '../badge'
import { Money } from '../money'

const MEANINGS: Readonly<Record<Match, readonly [label: string, look: BadgeLook, sentence: string]>> = {
	exact: ['Exact', 'approved', 'Pays the order to the penny.'],
	similar: ['Similar', 'pending', 'One character differs from the reference of an order. Please check it.'],
	less: ['Less', 'pending', 'Less than the order costs.'],
	more: ['More', 'pending', 'More than the order costs.'],
	duplicate: ['Duplicate', 'rejected', 'Another payment pays the order.'],
	several: ['Several orders', 'pending', 'Several orders are named.'],
	unknown: ['Unknown', 'off', 'No order that waits for a payment is named.'],
}

/** What filters call a meaning. */
export function matchLabel(match: Match): string {
	return MEANINGS[match][0]
}

/** What a payment means for which orders, in words. */
export function MatchWords({
	match,
	orders,
	settled = false,
	returned = false,
	paidIn,
	isOwed = false,
	children,
}: {
	match: Match
	orders: readonly MatchedOrder[]
	/** The order was approved with it. */
	settled?: boolean
	/** Its money went back. */
	returned?: boolean
	/** The other statement that holds the payment of a duplicate's order. */
	paidIn?: string | undefined
	/** The order is approved, and the payment for it was taken back. */
	isOwed?: boolean | undefined
	children?: React.ReactNode
}) {
	const [label, look, sentence] = MEANINGS[match]
	const isPaid = settled && match === 'exact'
	return (
		<div className="grid justify-items-start gap-1">
			{returned ? (
				<Badge status="Sent back" look="off" />
			) : (
				<Badge status={isPaid ? 'Approved' : label} look={isPaid ? 'approved' : look} />
			)}
			{isPaid || returned ? null : (
				<span className="text-xs text-muted">
					{isOwed ? 'The order is approved; the payment for it was taken back.' : sentence}
				</span>
			)}
			{orders.map(order => (
				<span key={order.id} className="text-sm">
					<a className="link figures" href={`/admin/transactions/${order.id}`}>
						{order.reference}
					</a>{' '}
					<span className="text-muted">
						{order.status}, <Money pence={order.totalPence} />
					</span>
				</span>
			))}
			{paidIn ? (
				<a className="link link-alone text-sm" href={`/admin/statements/${paidIn}?match=exact`}>
					See the other statement
				</a>
			) : null}
			{children}
		</div>
	)
}
