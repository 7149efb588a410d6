import { Button } from '../button'
import { InputField, plainField } from '../field'

export type ActionEntry = {
	id: string
	version: number
	bookedOn: string
	orders: readonly { reference: string }[]
	match: string
	isOwed?: boolean
}
export type RefusedEntry = {
	entry: string
	field: 'reference' | 'returned_on' | 'bank_reference'
	message: string
	typed: Record<string, string>
}

/** What a person can decide about a payment: whose it is, or that it was sent back. */
export function EntryActions({
	entry,
	refused,
	today,
}: {
	entry: ActionEntry
	refused: RefusedEntry | undefined
	today: string
}) {
	const field = (name: string, preset = '') => {
		const errors = refused?.field === name ? [refused.message] : undefined
		const meta = plainField(name, refused?.typed[name] ?? preset, errors)
		const id = `${name}-${entry.id}`
		return { ...meta, id, errorId: `${id}-error`, descriptionId: `${id}-help` }
	}
	const [only] = entry.orders.length === 1 ? entry.orders : []
	const preset = entry.match === 'similar' || entry.isOwed ? only?.reference : ''
	const hidden = <Seen entry={entry} />
	const isReturning = refused !== undefined && refused.field !== 'reference'
	return (
		<div className="grid grow gap-3 text-left">
			<form
				method="post"
				className="flex flex-wrap items-end gap-2 [&>.btn]:grow [&>.field]:flex-[999_1_9rem]"
			>
				{hidden}
				<InputField
					field={field('reference', preset)}
					label="Reference of the order"
					autoComplete="off"
					maxLength={40}
				/>
				<Button variant="secondary" name="intent" value="assign" busy="Assigning...">
					Assign
				</Button>
			</form>
			<details open={isReturning}>
				<summary className="link link-alone">Sent back</summary>
				<form method="post" className="mt-2 grid gap-2">
					{hidden}
					<InputField
						field={field('returned_on')}
						label="Sent back on"
						type="date"
						min={entry.bookedOn}
						max={today}
					/>
					<InputField
						field={field('bank_reference')}
						label="Bank reference"
						autoComplete="off"
						maxLength={140}
					/>
					<Button variant="secondary" name="intent" value="return" busy="Recording...">
						Record
					</Button>
				</form>
			</details>
		</div>
	)
}

/** Takes back what the house concluded from a file: that the payment was sent back. */
export function KeepEntry({ entry }: { entry: Pick<ActionEntry, 'id' | 'version'> }) {
	return (
		<details>
			<summary className="link link-alone">Not sent back</summary>
			<form method="post" className="mt-2 grid justify-items-start gap-2">
				<Seen entry={entry} />
				<p className="text-sm">
					The account has the money: the file meant another payment. This one counts again.
				</p>
				<Button variant="secondary" name="intent" value="keep" busy="Recording...">
					Record
				</Button>
			</form>
		</details>
	)
}

function Seen({ entry: { id, version } }: { entry: Pick<ActionEntry, 'id' | 'version'> }) {
	return (
		<>
			<input type="hidden" name="entry" value={id} />
			<input type="hidden" name="version" value={version} />
		</>
	)
}
