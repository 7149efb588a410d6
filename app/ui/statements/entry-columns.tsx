import { Fragment } from 'react'
import { formatPounds } from '~/domain/money'
import type { PendingConfirmation } from '~/domain/orders/review/four-eyes.server'
import { orderPath } from '~/domain/orders/review/schema'
import { payableField } from '~/domain/payments/proposals'
import type { StatementEntry } from '~/domain/statements/queries.server'
import { formatShortDateTime } from '~/domain/time'
import { Button } from '../button'
import type { Column } from '../lists/table'
import { LineOrders, lineColumns, MatchBadge } from './line-columns'

/**
 * A line of the list. `next`: the line to go to after a decision. `toggle`: the address that opens or closes it;
 * `shortcut`: the key for that. `list`: the query of the page it is on. `first`: who has sent its money back, if a
 * second administrator has to confirm it.
 */
export type ListedEntry = StatementEntry & {
	isOpen: boolean
	first: PendingConfirmation['sendBack']
	next: string | undefined
	toggle: string
	shortcut: string | undefined
	list: string
}

/** The columns of a line: the bank's data, the proposal, its orders, and the actions. */
export const entryColumns: Column<ListedEntry>[] = [
	...lineColumns,
	{ title: 'Proposal', className: '[grid-area:match]', cell: row => <MatchBadge match={row.match} /> },
	{ title: 'For', className: '[grid-area:orders]', cell: row => <Orders entry={row} /> },
	{
		title: 'Decision',
		className: '[grid-area:actions]',
		figures: true,
		cell: row => <Decision entry={row} />,
	},
]

function Decision({ entry }: { entry: ListedEntry }) {
	const { match, parts, isOpen, first, toggle, shortcut } = entry
	if (match === 'booked') {
		return (
			<span className="entry-actions">
				{entry.booked.map(({ id, orderId, reference }) => (
					<dialog-link key={id}>
						<a
							className="link link-alone text-xs"
							href={orderPath(orderId, undefined, `payments/${id}/reverse`, { statement: entry.list })}
						>
							Reverse
							<span className="sr-only"> the booking on {reference}</span>
						</a>
					</dialog-link>
				))}
			</span>
		)
	}
	if (match === 'dismissed') {
		return (
			<form method="post" className="entry-actions">
				<input type="hidden" name="entry" value={entry.id} />
				<RowButton intent="reopen" busy="Opening...">
					Undo
				</RowButton>
			</form>
		)
	}
	/* Orders are known, but not how much each gets: the opened line asks. */
	const isToType = match === 'unknown' && parts.length > 0
	/* Money that left without naming an order is a charge more often than a refund. */
	const isOut = entry.pence < 0 && parts.length === 0
	return (
		<span className="entry-actions">
			{isOpen || isToType || isOut || first?.barred ? null : parts.length > 0 ? (
				<BookProposed entry={entry} />
			) : (
				<form id={`book-${entry.id}`} method="post">
					<SeenFields entry={entry} />
					<RowButton intent="book" busy="Booking...">
						Book
					</RowButton>
				</form>
			)}
			<a
				className="link link-alone text-xs"
				href={toggle}
				aria-expanded={isOpen}
				aria-keyshortcuts={shortcut}
			>
				{isOpen ? 'Close' : isToType ? 'Book' : match === 'unknown' ? 'Dismiss' : 'Other'}
				<span className="sr-only"> {entry.counterparty}</span>
			</a>
		</span>
	)
}

/** The orders of a line: proposed, booked, why it is dismissed, or a field for a reference. */
function Orders({ entry }: { entry: ListedEntry }) {
	const { match, parts, why, booked } = entry
	if (match === 'dismissed') {
		return (
			<span className="text-xs text-muted">
				{entry.dismissedReason}
				{entry.dismissedBy ? `, ${entry.dismissedBy}` : null}
			</span>
		)
	}
	const on = booked.map(({ orderId: id, reference, pence }) => ({ order: { id, reference }, pence }))
	if (match === 'booked') {
		const by = booked.map(part => `${part.recordedBy}, ${formatShortDateTime(part.recordedAt)}`)
		return <LineOrders parts={on}>{[...new Set(by)].join('; ')}</LineOrders>
	}
	return (
		<>
			{match === 'unknown' && !entry.isOpen && parts.length === 0 && entry.pence > 0 ? (
				<input
					className="input mr-2 min-h-[calc(var(--row)-0.25rem)] w-40 py-0 text-(length:--text-sm)"
					name="reference"
					form={`book-${entry.id}`}
					aria-label="Reference of the order"
					placeholder="Reference"
					autoComplete="off"
					maxLength={40}
				/>
			) : null}
			<LineOrders parts={parts}>{entry.first ? firstLabel(entry.first) : why}</LineOrders>
			{on.length > 0 ? (
				<>
					{' '}
					{formatPounds(entry.left)} is left, booked so far on <LineOrders parts={on}>{null}</LineOrders>
				</>
			) : null}
		</>
	)
}

/** Returns who has sent the money of a line back, and who can confirm it. */
export function firstLabel({ by, at, barred }: NonNullable<ListedEntry['first']>): string {
	return `Sent back by ${by}, ${formatShortDateTime(at)}. ${barred ?? 'You are the second.'}`
}

type Props = {
	intent: string
	busy: string
	isGo?: boolean
	children: string
}

/** A button in a row, or in an opened line. `isGo`: green. */
export function RowButton({ intent, busy, isGo = false, children }: Props) {
	const className = isGo ? 'btn-row btn-go' : 'btn-row'
	return (
		<Button className={className} variant="secondary" name="intent" value={intent} busy={busy}>
			{children}
		</Button>
	)
}

/** Hidden fields with the state of a line when it was shown. */
export function SeenFields({ entry: { id, left, next } }: { entry: ListedEntry }) {
	return (
		<>
			<input type="hidden" name="entry" value={id} />
			<input type="hidden" name="left" value={left} />
			{next ? <input type="hidden" name="next" value={next} /> : null}
		</>
	)
}

/** Formats an amount for an input. */
export const pounds = (pence: number) => formatPounds(pence).replace('£', '')

/* Green for booking with one click; outlined if a person should check first, or if it is part of the confirmation of
   all. */
function BookProposed({ entry }: { entry: ListedEntry }) {
	const { match, parts, left } = entry
	const [part] = parts
	const isApproving = match === 'exact' && part?.order.status === 'pending' && part.order.lost === 0
	const label = isApproving
		? 'Book and approve'
		: match === 'sent-back'
			? entry.first
				? 'Confirm as sent back'
				: 'Book as sent back'
			: parts.length > 1
				? `Book on ${parts.length} orders`
				: `Book ${formatPounds(left)}`
	const isPlain = match === 'exact' || match === 'books' || match === 'similar' || match === 'look'
	return (
		<form method="post">
			<SeenFields entry={entry} />
			{isApproving ? (
				<input type="hidden" name="payable" value={payableField(entry.id, part.order)} />
			) : (
				parts.map(({ order, pence }) => (
					<Fragment key={order.id}>
						<input type="hidden" name="reference" value={order.reference} />
						<input type="hidden" name="amount" value={pounds(pence)} />
					</Fragment>
				))
			)}
			<RowButton intent="book" busy="Booking..." isGo={!isPlain}>
				{label}
			</RowButton>
		</form>
	)
}
