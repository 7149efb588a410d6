import { Fragment } from 'react'
import { formatPounds } from '~/domain/money'
import { orderPath } from '~/domain/orders/review/schema'
import type { StatementEntry } from '~/domain/statements/queries.server'
import { Button, type ButtonVariant } from '../button'
import { InputField, plainField } from '../forms/field'
import { Money } from '../money'
import { Day, timeText } from '../time'
import { LineOrders } from './match'

/** What was wrong with a form of a line, and what was typed into it. */
export type RefusedEntry = {
	entry: string
	field: 'reference' | 'amount' | 'reason'
	message: string
	typed: { reference: string[]; amount: string[]; reason: string }
}

/** A line with the one after it in the list, where somebody goes on once it is decided. */
type Shown = { entry: StatementEntry; next: string | undefined }

/**
 * What can be done about a line in its row: what it proposes, or to open it. `open`: the address that opens it;
 * `shortcut`: the key that does. `list`: the query of the page that the row is on.
 */
export function EntryActions({
	open,
	isOpen,
	shortcut,
	list,
	...shown
}: Shown & { open: string; isOpen: boolean; shortcut: string | undefined; list: string }) {
	const { entry } = shown
	if (entry.match === 'booked') return <Reversals entry={entry} list={list} />
	if (entry.match === 'dismissed') {
		return (
			<form method="post">
				<input type="hidden" name="entry" value={entry.id} />
				<RowButton intent="reopen" busy="Opening...">
					Undo
				</RowButton>
			</form>
		)
	}
	return (
		<span className="entry-actions">
			{isOpen ? null : entry.parts.length > 0 && entry.match !== 'unknown' ? (
				<BookProposed {...shown} />
			) : (
				<form id={`book-${entry.id}`} method="post">
					<Seen {...shown} />
					<RowButton intent="book" busy="Booking...">
						Book
					</RowButton>
				</form>
			)}
			<a className="link link-alone text-xs" href={open} aria-expanded={isOpen} aria-keyshortcuts={shortcut}>
				{isOpen ? 'Close' : entry.match === 'unknown' ? 'Dismiss' : 'Other'}
				<span className="sr-only"> {entry.counterparty}</span>
			</a>
		</span>
	)
}

/** For which orders a line is: what is proposed, what was booked, why it is dismissed, or a reference to type. */
export function EntryOrders({ entry, isOpen }: { entry: StatementEntry; isOpen: boolean }) {
	const { match, parts, why, booked } = entry
	if (match === 'dismissed') {
		return (
			<span className="text-xs text-muted">
				{entry.dismissedReason}
				{entry.dismissedBy ? `, ${entry.dismissedBy}` : null}
			</span>
		)
	}
	const orders =
		match === 'booked'
			? booked.map(({ orderId: id, reference, pence }) => ({ order: { id, reference }, pence }))
			: parts
	return (
		<>
			{match === 'unknown' && !isOpen && parts.length === 0 ? (
				<input
					className="input row-input"
					name="reference"
					form={`book-${entry.id}`}
					aria-label="Reference of the order"
					placeholder="Reference"
					autoComplete="off"
					maxLength={40}
				/>
			) : null}
			<LineOrders parts={orders}>
				{match === 'booked'
					? booked.map(part => `${part.recordedBy}, ${timeText(part.recordedAt)}`).join('; ')
					: why}
			</LineOrders>
		</>
	)
}

function RowButton({
	intent,
	busy,
	look = '',
	variant = 'secondary',
	children,
}: {
	intent: string
	busy: string
	look?: string
	variant?: ButtonVariant
	children: string
}) {
	return (
		<Button className={`btn-row ${look}`} variant={variant} name="intent" value={intent} busy={busy}>
			{children}
		</Button>
	)
}

function Seen({ entry, next }: Shown) {
	return (
		<>
			<input type="hidden" name="entry" value={entry.id} />
			<input type="hidden" name="left" value={entry.left} />
			{next ? <input type="hidden" name="next" value={next} /> : null}
		</>
	)
}

const pounds = (pence: number) => formatPounds(pence).replace('£', '')

/* Green books with one click; outlined where somebody looks first, or where the confirmation of all does it. */
function BookProposed({ entry, next }: Shown) {
	const { match, parts, left } = entry
	const [first] = parts
	const isApproving = match === 'exact' && first?.order.status === 'pending' && first.order.lost === 0
	const label = isApproving
		? 'Book and approve'
		: match === 'sent-back'
			? 'Book as sent back'
			: parts.length > 1
				? `Book on ${parts.length} orders`
				: `Book ${formatPounds(left)}`
	const isPlain = match === 'exact' || match === 'books' || match === 'similar' || match === 'look'
	return (
		<form method="post">
			<Seen entry={entry} next={next} />
			{parts.map(({ order, pence }) => (
				<Fragment key={order.id}>
					<input type="hidden" name="reference" value={order.reference} />
					<input type="hidden" name="amount" value={pounds(pence)} />
				</Fragment>
			))}
			{isApproving ? <input type="hidden" name="version" value={first.order.version} /> : null}
			<RowButton intent="book" busy="Booking..." look={isPlain ? '' : 'btn-go'}>
				{label}
			</RowButton>
		</form>
	)
}

function Reversals({ entry, list }: { entry: StatementEntry; list: string }) {
	return entry.booked.map(({ id, orderId, reference }) => (
		<dialog-link key={id}>
			<a
				className="link link-alone text-xs"
				href={orderPath(orderId, undefined, `payments/${id}/reverse`, { statement: list })}
			>
				Reverse
				<span className="sr-only"> the booking on {reference}</span>
			</a>
		</dialog-link>
	))
}

/**
 * A line opened in the page: what it says, another booking of it, with what is known filled in, and its dismissal.
 * `counter`: the line of the file by which the same amount goes back.
 */
export function OpenEntry({
	entry,
	next,
	counter,
	refused,
}: Shown & {
	counter: { id: string; bookedOn: string; pence: number; counterparty: string; text: string } | undefined
	refused: RefusedEntry | undefined
}) {
	const known = entry.parts.map(({ order, pence }) => [order.reference, pence > 0 ? pounds(pence) : ''])
	const typed = refused?.typed.reference.map((one, index) => [one, refused.typed.amount[index] ?? ''])
	const [first = ['', ''], ...rest] = typed && typed.length > 0 ? typed : known
	const id = (place: number) => `${entry.id}-${place}`
	return (
		<div className="open-entry">
			<div>
				{[entry, ...(counter ? [counter] : [])].map(line => (
					<p key={line.id} className="wrap-anywhere">
						<Day on={line.bookedOn} /> <Money pence={line.pence} />{' '}
						<span className="text-muted">{[line.counterparty, line.text].filter(Boolean).join(', ')}</span>
					</p>
				))}
				<p className="help">{entry.why}</p>
			</div>
			<form method="post">
				<Seen entry={entry} next={next} />
				<PartFields id={id(0)} part={first} refused={refused} />
				{rest.map((part, index) => (
					<PartFields key={part[0]} id={id(index + 1)} part={part} refused={undefined} />
				))}
				{rest.length === 0 ? (
					<details>
						<summary className="link link-alone text-xs">Split over two orders</summary>
						<PartFields id={id(1)} part={['', '']} refused={undefined} />
					</details>
				) : null}
				<RowButton intent="book" busy="Booking..." look="btn-go">
					Book
				</RowButton>
			</form>
			<form method="post">
				<input type="hidden" name="entry" value={entry.id} />
				{next ? <input type="hidden" name="next" value={next} /> : null}
				<InputField
					field={fieldOf('reason', entry.id, refused?.typed.reason, refused)}
					label="Reason"
					list="dismissal-reasons"
					autoComplete="off"
					maxLength={200}
				/>
				<datalist id="dismissal-reasons">
					{REASONS.map(reason => (
						<option key={reason} value={reason} />
					))}
				</datalist>
				{counter ? (
					<label className="check">
						<input type="checkbox" name="entry" value={counter.id} />
						<span>Both lines</span>
					</label>
				) : null}
				<RowButton intent="dismiss" busy="Dismissing...">
					Dismiss
				</RowButton>
			</form>
		</div>
	)
}

/* What most dismissals say. */
const REASONS = [
	'Came and went back in this file',
	'Same line in another file',
	'Bank fees',
	'None of our business',
]

function PartFields({
	id,
	part: [reference, amount],
	refused,
}: {
	id: string
	part: readonly string[]
	refused: RefusedEntry | undefined
}) {
	return (
		<div className="part-fields">
			<InputField
				field={fieldOf('reference', id, reference, refused)}
				label="Reference of the order"
				autoComplete="off"
				maxLength={40}
			/>
			<InputField
				field={fieldOf('amount', id, amount, refused)}
				label="Amount in pounds"
				optional
				inputMode="decimal"
				autoComplete="off"
				maxLength={40}
			/>
		</div>
	)
}

function fieldOf(
	name: RefusedEntry['field'],
	key: string,
	value: string | undefined,
	refused: RefusedEntry | undefined,
) {
	const errors = refused?.field === name ? [refused.message] : undefined
	const id = `${name}-${key}`
	return { ...plainField(name, value, errors), id, errorId: `${id}-error`, descriptionId: `${id}-help` }
}
