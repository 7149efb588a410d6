import type { Payment } from '~/domain/statements/entry'
import type { Match, MatchedOrder } from '~/domain/statements/rules'
import { dayText } from '~/domain/time'
import type { Column } from '../table'
import { EntryActions, type RefusedEntry } from './entry-actions'
import { MatchWords } from './match'
import { paymentColumns } from './payment-columns'

export type EntryRow = Payment & {
	id: string
	version: number
	orderId: string | null
	match: Match
	orders: MatchedOrder[]
	paidIn?: string
	settled: boolean
	returned: boolean
	returnedOn: string | null
	returnReference: string | null
}

/** The columns of a statement's payments: what came in, what it means, what can be done. */
export function entryColumns(refused: RefusedEntry | undefined): Column<EntryRow>[] {
	return [
		...paymentColumns<EntryRow>(row => row),
		{
			title: 'Match',
			cell: row => (
				<MatchWords {...row}>
					{row.orderId !== null && !row.settled ? <span className="text-xs">Assigned by hand</span> : null}
					{row.orders.filter(canBeRefunded).map(order => (
						<a
							key={order.id}
							className="link link-alone text-sm"
							href={`/admin/transactions/${order.id}/refund`}
						>
							Mark {order.reference} as refunded
						</a>
					))}
				</MatchWords>
			),
		},
		{
			title: 'Decision',
			cell: row => {
				if (row.returned) return <Returned row={row} />
				if (row.settled && row.match === 'exact') return 'Nothing left to decide'
				return <EntryActions entry={row} refused={refused?.entry === row.id ? refused : undefined} />
			},
		},
	]
}

function canBeRefunded({ status, refundedAt, totalPence }: MatchedOrder): boolean {
	return (status === 'failed' || status === 'rejected') && refundedAt === null && totalPence > 0
}

function Returned({ row: { returnedOn, returnReference } }: { row: EntryRow }) {
	const day = returnedOn === null ? 'an unknown day' : dayText(returnedOn)
	return <span className="wrap-anywhere">{`Sent back on ${day}, ${returnReference}`}</span>
}
