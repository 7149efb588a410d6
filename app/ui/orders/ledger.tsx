import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { balanceOf } from '~/domain/payments/balance'
import type { LedgerRow } from '~/domain/payments/ledger.server'
import { restOf } from '~/domain/payments/proposals'
import { dayText } from '~/domain/time'
import { Badge } from '../badge'
import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { Time } from '../time'

type OpenLine = ReviewedOrder['lines'][number]
type Row = { booked: LedgerRow } | { line: OpenLine }

/** The money of an order, row by row, and the lines of the bank that name it and are not booked. */
export function Ledger({ order }: { order: ReviewedOrder }) {
	const path = `/admin/transactions/${order.id}/payments`
	const rows: Row[] = [...order.ledger.map(booked => ({ booked })), ...order.lines.map(line => ({ line }))]
	return (
		<Card
			flush
			title="Ledger"
			aside={
				<span className="flex flex-wrap gap-x-6">
					<dialog-link>
						<a className="link link-alone" href={`${path}/new`}>
							Book a payment
						</a>
					</dialog-link>{' '}
					{balanceOf(order) > 0 ? (
						<dialog-link>
							<a className="link link-alone" href={`${path}/new?direction=out`}>
								Send money back
							</a>
						</dialog-link>
					) : null}
				</span>
			}
		>
			<Table
				caption="Money in and out of this order"
				columns={columnsOf(order.id)}
				rows={rows}
				rowKey={row => ('booked' in row ? row.booked.id : row.line.id)}
				rowData={row => ({ 'data-ledger': 'booked' in row ? 'booked' : 'open' })}
				empty="Nothing is booked yet, and no bank line names this order."
			/>
		</Card>
	)
}

const amount = (wanted: 1 | -1) => (row: Row) => {
	const pence = 'booked' in row ? row.booked.pence : row.line.pence
	if (Math.sign(pence) !== wanted) return null
	const money = <Money pence={Math.abs(pence)} />
	return isCancelled(row) ? <s>{money}</s> : money
}

const isCancelled = (row: Row) => 'booked' in row && (row.booked.isReversed || row.booked.reverses !== null)

function columnsOf(orderId: string): Column<Row>[] {
	return [
		{
			title: 'Date',
			cell: row => (
				<span className="whitespace-nowrap">
					{dayText('booked' in row ? row.booked.bookedOn : row.line.bookedOn)}
				</span>
			),
		},
		{ title: 'In', figures: true, cell: amount(1) },
		{ title: 'Out', figures: true, cell: amount(-1) },
		{
			title: 'Bank line',
			cell: row => ('booked' in row ? <BookedLine row={row.booked} /> : <BankText {...row.line} />),
		},
		{
			title: 'Who booked',
			cell: row =>
				'booked' in row ? (
					<span className="grid gap-0.5">
						<span>{row.booked.recordedBy}</span>{' '}
						<span className="text-xs text-muted">
							<Time at={row.booked.recordedAt} />
						</span>
					</span>
				) : (
					<Badge status="not booked" look="pending" />
				),
		},
		{
			title: 'Action',
			quiet: true,
			cell: row => {
				if ('line' in row) {
					return (
						<a className="link link-alone" href={`/admin/statements/${row.line.statementId}`}>
							Decide
							<span className="sr-only">
								{' '}
								about <Money pence={restOf(row.line)} />
							</span>
						</a>
					)
				}
				if (isCancelled(row)) return null
				return (
					<dialog-link>
						<a
							className="link link-alone"
							href={`/admin/transactions/${orderId}/payments/${row.booked.id}/reverse`}
						>
							Reverse
							<span className="sr-only"> the row of {dayText(row.booked.bookedOn)}</span>
						</a>
					</dialog-link>
				)
			},
		},
	]
}

function BookedLine({ row }: { row: LedgerRow }) {
	const { reverses, note, bankReference, counterparty, text } = row
	return (
		<span className="grid gap-0.5 wrap-anywhere">
			{reverses ? <span>Reversed</span> : null}{' '}
			{counterparty === null || text === null ? (
				<span>By hand{bankReference ? `, ${bankReference}` : ''}</span>
			) : (
				<BankText counterparty={counterparty} text={text} />
			)}{' '}
			{note ? <span className="text-xs text-muted">{note}</span> : null}
		</span>
	)
}

function BankText({ counterparty, text }: { counterparty: string; text: string }) {
	return (
		<span className="grid gap-0.5 wrap-anywhere">
			<span>{counterparty || 'No name'}</span> <span className="text-xs text-muted">{text}</span>
		</span>
	)
}
