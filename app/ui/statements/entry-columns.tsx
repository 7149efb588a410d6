import type { Payment } from '~/domain/statements/entry'
import type { Match, MatchedOrder } from '~/domain/statements/rules'
import { dayText } from '~/domain/time'
import { type Column, keptColumns } from '../table'
import { EntryActions, KeepEntry, type RefusedEntry } from './entry-actions'
import { MatchWords } from './match'
import { paymentColumns } from './payment-columns'

export type EntryRow = Payment & {
	id: string
	version: number
	orderId: string | null
	match: Match
	orders: MatchedOrder[]
	paidIn?: string
	isOwed?: boolean
	settled: boolean
	returned: boolean
	returnedOn: string | null
	returnReference: string | null
	isByHand: boolean
}

let usual: { today: string; columns: Column<EntryRow>[] } | undefined

/**
 * The columns of a statement's payments: what came in, what it means, what can be done. `today`: the day in London.
 */
export function entryColumns(refused: RefusedEntry | undefined, today: string): Column<EntryRow>[] {
	if (refused) return columnsWith(refused, today)
	if (usual?.today !== today) usual = { today, columns: keptColumns(columnsWith(undefined, today)) }
	return usual.columns
}

function columnsWith(refused: RefusedEntry | undefined, today: string): Column<EntryRow>[] {
	return [
		...paymentColumns<EntryRow>(row => row),
		{
			title: 'Match',
			cell: row => (
				<MatchWords {...row}>
					{row.orderId !== null && !row.settled ? <span className="text-xs">Assigned by hand</span> : null}
					{(row.returned ? [] : row.orders.filter(canBeRefunded)).map(order => (
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
				const own = refused?.entry === row.id ? refused : undefined
				return <EntryActions entry={row} refused={own} today={today} />
			},
		},
	]
}

function canBeRefunded({ status, refundedAt, totalPence }: MatchedOrder): boolean {
	return (status === 'failed' || status === 'rejected') && refundedAt === null && totalPence > 0
}

function Returned({ row }: { row: EntryRow }) {
	const { returnedOn, returnReference, isByHand } = row
	const day = returnedOn === null ? 'an unknown day' : dayText(returnedOn)
	return (
		<div className="grid grow justify-items-start gap-2 text-left">
			<span className="wrap-anywhere">{`Sent back on ${day}, ${returnReference}`}</span>
			{isByHand ? null : <KeepEntry entry={row} />}
		</div>
	)
}
