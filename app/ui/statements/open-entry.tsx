import { InputField, plainField } from '../forms/field'
import { Money } from '../money'
import { Day } from '../time'
import { type ListedEntry, pounds, RowButton, SeenFields } from './entry-columns'

/** The error of a form about a line, and its input. */
export type RefusedEntry = {
	entry: string
	field: 'reference' | 'amount' | 'reason'
	message: string
	typed: { reference: string[]; amount: string[]; reason: string }
}

type OpenEntryProps = {
	entry: ListedEntry
	counter: Pick<ListedEntry, 'id' | 'bookedOn' | 'pence' | 'counterparty' | 'text'> | undefined
	refused: RefusedEntry | undefined
}

/**
 * An opened line: its data, a form to book it differently, prefilled, and its dismissal. `counter`: the line of the
 * file by which the same amount went back.
 */
export function OpenEntry({ entry, counter, refused }: OpenEntryProps) {
	const known = entry.parts.map(({ order, pence }) => [order.reference, pence > 0 ? pounds(pence) : ''])
	const typed = refused?.typed.reference.map((value, index) => [value, refused.typed.amount[index] ?? ''])
	const [first = [], ...rest] = typed && typed.length > 0 ? typed : known
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
				<SeenFields entry={entry} />
				<PartFields id={id(0)} part={first} refused={refused} />
				{rest.map((part, index) => (
					<PartFields key={part[0]} id={id(index + 1)} part={part} />
				))}
				{rest.length === 0 ? (
					<details>
						<summary className="link link-alone text-xs">Split over two orders</summary>
						<PartFields id={id(1)} part={[]} />
					</details>
				) : null}
				<RowButton intent="book" busy="Booking..." isGo>
					Book
				</RowButton>
			</form>
			<form method="post">
				<SeenFields entry={entry} />
				<InputField
					field={createField('reason', entry.id, refused?.typed.reason, refused)}
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

/* The most frequent reasons for a dismissal. */
const REASONS = [
	'Received and returned in this file',
	'Same line in another file',
	'Bank fees',
	'Unrelated payment',
]

type PartFieldsProps = {
	id: string
	part: readonly string[]
	refused?: RefusedEntry | undefined
}

function PartFields({ id, part: [reference = '', amount = ''], refused }: PartFieldsProps) {
	return (
		<div className="grid w-full items-start gap-2 sm:grid-cols-2">
			<InputField
				field={createField('reference', id, reference, refused)}
				label="Reference of the order"
				autoComplete="off"
				maxLength={40}
			/>
			<InputField
				field={createField('amount', id, amount, refused)}
				label="Amount in pounds"
				optional
				inputMode="decimal"
				autoComplete="off"
				maxLength={40}
			/>
		</div>
	)
}

function createField(
	name: RefusedEntry['field'],
	key: string,
	value: string | undefined,
	refused: RefusedEntry | undefined,
) {
	const errors = refused?.field === name ? [refused.message] : undefined
	const id = `${name}-${key}`
	return { ...plainField(name, value, errors), id, errorId: `${id}-error`, descriptionId: `${id}-help` }
}
