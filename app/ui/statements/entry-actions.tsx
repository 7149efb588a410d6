import { Fragment } from 'react'
import { formatPounds } from '~/domain/money'
import type { StatementEntry } from '~/domain/statements/queries.server'
import { Button } from '../button'
import { InputField, plainField } from '../forms/field'
import { Time } from '../time'

/** What was wrong with a form of a line, and what was typed into it. */
export type RefusedEntry = {
	entry: string
	field: 'reference' | 'amount' | 'reason'
	message: string
	typed: { reference: string[]; amount: string[]; reason: string }
}

/** What a person can decide about a line: to book what is proposed, something else, or to dismiss it. */
export function EntryActions({
	entry,
	refused,
}: {
	entry: StatementEntry
	refused: RefusedEntry | undefined
}) {
	if (entry.match === 'booked') return <Booked entry={entry} />
	if (entry.match === 'dismissed') return <Dismissed entry={entry} />
	const isSure = entry.match !== 'unknown' && entry.parts.length > 0
	return (
		<div className="grid grow gap-1 text-left">
			{isSure ? <BookProposed entry={entry} /> : <BookOther entry={entry} refused={refused} />}
			<details open={refused !== undefined && (isSure || refused.field === 'reason')}>
				<summary className="link link-alone">{isSure ? 'Other' : 'Dismiss'}</summary>
				<div className="mt-2 grid gap-4">
					{isSure ? <BookOther entry={entry} refused={refused} /> : null}
					<Dismiss entry={entry} refused={refused} />
				</div>
			</details>
		</div>
	)
}

function Seen({ entry }: { entry: Pick<StatementEntry, 'id' | 'left'> }) {
	return (
		<>
			<input type="hidden" name="entry" value={entry.id} />
			<input type="hidden" name="left" value={entry.left} />
		</>
	)
}

const pounds = (pence: number) => formatPounds(pence).replace('£', '')

function BookProposed({ entry }: { entry: StatementEntry }) {
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
	return (
		<form method="post">
			<Seen entry={entry} />
			{parts.map(({ order, pence }) => (
				<Fragment key={order.id}>
					<input type="hidden" name="reference" value={order.reference} />
					<input type="hidden" name="amount" value={pounds(pence)} />
				</Fragment>
			))}
			{isApproving ? <input type="hidden" name="version" value={first.order.version} /> : null}
			<Button variant="secondary" name="intent" value="book" busy="Booking...">
				{label}
			</Button>
		</form>
	)
}

/** With the references and amounts that are known filled in, and an empty line for one more order. */
function BookOther({ entry, refused }: { entry: StatementEntry; refused: RefusedEntry | undefined }) {
	const known = entry.parts.map(
		({ order, pence }) => [order.reference, pence > 0 ? pounds(pence) : ''] as const,
	)
	const typed = refused?.typed.reference.map(
		(one, index) => [one, refused.typed.amount[index] ?? ''] as const,
	)
	const filled = typed ?? known
	const [first = ['', ''] as const, ...rest] = filled
	return (
		<form method="post" className="grid gap-2">
			<Seen entry={entry} />
			<PartFields id={`${entry.id}-0`} part={first} refused={refused} />
			{rest.map((part, index) => (
				<PartFields key={part[0]} id={`${entry.id}-${index + 1}`} part={part} refused={undefined} />
			))}
			{rest.length === 0 ? (
				<details>
					<summary className="link link-alone">Split over two orders</summary>
					<PartFields id={`${entry.id}-1`} part={['', '']} refused={undefined} />
				</details>
			) : null}
			<span>
				<Button variant="secondary" name="intent" value="book" busy="Booking...">
					Book
				</Button>
			</span>
		</form>
	)
}

function PartFields({
	id,
	part: [reference, amount],
	refused,
}: {
	id: string
	part: readonly [reference: string, amount: string]
	refused: RefusedEntry | undefined
}) {
	return (
		<div className="flex flex-wrap gap-2 [&>.field]:flex-[1_1_8rem]">
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

const REASONS = [
	'Came and went back in this file',
	'Same line in another file',
	'Bank fees',
	'None of our business',
]

function Dismiss({ entry, refused }: { entry: StatementEntry; refused: RefusedEntry | undefined }) {
	return (
		<form method="post" className="grid gap-2">
			<input type="hidden" name="entry" value={entry.id} />
			<InputField
				field={fieldOf('reason', entry.id, refused?.typed.reason ?? '', refused)}
				label="Reason"
				list="dismissal-reasons"
				autoComplete="off"
				maxLength={200}
			/>
			<span>
				<Button variant="secondary" name="intent" value="dismiss" busy="Dismissing...">
					Dismiss
				</Button>
			</span>
		</form>
	)
}

/** What most dismissals say; once on a page. */
export function DismissalReasons() {
	return (
		<datalist id="dismissal-reasons">
			{REASONS.map(reason => (
				<option key={reason} value={reason} />
			))}
		</datalist>
	)
}

function fieldOf(name: RefusedEntry['field'], key: string, value: string, refused: RefusedEntry | undefined) {
	const errors = refused?.field === name ? [refused.message] : undefined
	const id = `${name}-${key}`
	return { ...plainField(name, value, errors), id, errorId: `${id}-error`, descriptionId: `${id}-help` }
}

function Booked({ entry }: { entry: StatementEntry }) {
	return (
		<ul className="grid gap-2 text-left text-sm">
			{entry.booked.map(({ paymentId, orderId, reference, pence, recordedBy, recordedAt }) => (
				<li key={paymentId}>
					<a className="link figures" href={`/admin/transactions/${orderId}`}>
						{reference}
					</a>{' '}
					{entry.booked.length > 1 ? `${formatPounds(Math.abs(pence))} ` : null}
					<span className="text-xs text-muted">
						{recordedBy}, <Time at={recordedAt} />
					</span>{' '}
					<dialog-link>
						<a
							className="link link-alone"
							href={`/admin/transactions/${orderId}/payments/${paymentId}/reverse`}
						>
							Reverse
							<span className="sr-only"> the booking on {reference}</span>
						</a>
					</dialog-link>
				</li>
			))}
		</ul>
	)
}

function Dismissed({ entry }: { entry: StatementEntry }) {
	return (
		<form method="post" className="grid justify-items-start gap-1 text-left text-sm">
			<input type="hidden" name="entry" value={entry.id} />
			<span className="wrap-anywhere">
				{entry.dismissedReason}
				{entry.dismissedBy ? `, ${entry.dismissedBy}` : null}
			</span>
			<Button variant="quiet" name="intent" value="reopen" busy="Opening...">
				Undo
			</Button>
		</form>
	)
}
