import { computeBalance } from '~/domain/orders/balance'
import type { LedgerRow } from '~/domain/orders/ledger.server'
import type { ReviewedOrder } from '~/domain/orders/review/queries.server'
import { orderPath, type ReviewFilter } from '~/domain/orders/review/schema'
import { computeUnbooked } from '~/domain/payments/proposals'
import { formatDay, formatShortDateTime } from '~/domain/time'

import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'
import { RowButton } from '../statements/entry-columns'
import { Day } from '../time'

type OpenLine = ReviewedOrder['lines'][number]
type Row = { booked: LedgerRow } | { line: OpenLine }

/** The ledger of an order, and the open statement lines that quote its reference. */
export function Ledger({ order, list }: { order: ReviewedOrder; list: ReviewFilter | undefined }) {
	const rows: Row[] = [...order.ledger.map(booked => ({ booked })), ...order.lines.map(line => ({ line }))]
	return (
		<Card
			flush
			title="Ledger"
			aside={
				<span className="flex flex-wrap gap-x-4">
					<dialog-link>
						<a className="link link-alone" href={orderPath(order.id, list, 'payments/new')}>
							Book a payment
						</a>
					</dialog-link>{' '}
					{computeBalance(order) > 0 ? (
						<dialog-link>
							<a
								className="link link-alone"
								href={orderPath(order.id, list, 'payments/new', { direction: 'out' })}
							>
								Send money back
							</a>
						</dialog-link>
					) : null}
				</span>
			}
		>
			{rows.length === 0 ? (
				<p className="help px-4 pb-3">Nothing is booked yet, and no bank line names this order.</p>
			) : (
				<Table
					className="table-ledger"
					caption="Money in and out of this order"
					columns={getColumns(order, list)}
					rows={rows}
					rowData={row => ({
						'data-ledger': 'line' in row ? 'open' : isCancelled(row) ? 'cancelled' : 'booked',
					})}
				/>
			)}
		</Card>
	)
}

const isCancelled = (row: Row) => 'booked' in row && (row.booked.isReversed || row.booked.reverses !== null)

const amount = (wanted: 1 | -1) => (row: Row) => {
	const pence = 'booked' in row ? row.booked.pence : row.line.pence
	if (Math.sign(pence) !== wanted) return null
	const money = <Money pence={Math.abs(pence)} />
	return isCancelled(row) ? <s>{money}</s> : money
}

function getColumns({ id, reference }: ReviewedOrder, list: ReviewFilter | undefined): Column<Row>[] {
	return [
		{
			title: 'Date',
			className: 'font-semibold',
			cell: row => <Day on={'booked' in row ? row.booked.bookedOn : row.line.bookedOn} />,
		},
		{ title: 'In', figures: true, className: 'paid-in [grid-area:amount]', cell: amount(1) },
		{ title: 'Out', figures: true, className: 'paid-out [grid-area:amount]', cell: amount(-1) },
		{
			title: 'Bank line',
			className: '[grid-area:line]',
			cell: row => ('booked' in row ? <BookedLine row={row.booked} /> : <BankText {...row.line} />),
		},
		{
			title: 'Who booked',
			className: '[grid-area:who] max-md:self-center max-md:text-(length:--text-xs) max-md:text-muted',
			cell: row =>
				'booked' in row ? (
					<span title={formatShortDateTime(row.booked.recordedAt)}>{row.booked.recordedBy}</span>
				) : (
					'not booked'
				),
		},
		{
			title: 'Action',
			quiet: true,
			figures: true,
			cell: row => {
				if ('line' in row) {
					// Books the rest of a statement line on the order that it quotes.
					return (
						<form method="post">
							<input type="hidden" name="entry" value={row.line.id} />
							<input type="hidden" name="left" value={computeUnbooked(row.line)} />
							<input type="hidden" name="reference" value={reference} />
							<RowButton intent="book" busy="Booking..." isGo>
								Book it
							</RowButton>
						</form>
					)
				}
				if (isCancelled(row)) return null
				return (
					<dialog-link>
						<a className="link link-alone" href={orderPath(id, list, `payments/${row.booked.id}/reverse`)}>
							Reverse
							<span className="sr-only"> the row of {formatDay(row.booked.bookedOn)}</span>
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
