import type { ReactNode } from 'react'
import type { Cell, CellType } from '~/domain/grid/layout'
import type { CellState } from '~/domain/grid/rules'
import { isSingle, type PickMode } from '~/domain/grid/selection/picking'
import { selectionLabel } from '~/domain/grid/selection/selection'
import { checkSelection } from '~/domain/grid/selection/selection-rules'
import { Button } from '~/ui/button'
import { Money } from '~/ui/money'

/** A thing to do with a selection: a submit button of the form. */
export type Action = {
	readonly intent: string
	readonly label: string
	/** The one that is gold once there is something to do it with. */
	readonly main?: boolean
	/** With scripts it cannot be pressed without a selection. */
	readonly needsSelection?: boolean
	/** What is said when it is pressed without a selection. */
	readonly empty?: string
	readonly busy?: string
	/** What the pixels must be for it; it steps back while others are selected, and the server says why. */
	readonly states?: readonly CellState[]
}

type Prices = Readonly<Record<CellType, number>>

/** What is selected and what it costs, always in sight, and what can be done with it. */
export function SelectionBar({
	mode,
	works,
	cells,
	prices,
	states = [],
	problem,
	hint,
	actions,
	clear,
	say,
}: {
	mode: PickMode
	works: boolean
	cells: readonly Cell[]
	prices: Prices
	/** Of the selected cells, as far as they are in sight. */
	states?: readonly CellState[]
	/** Why the last thing that was tried did nothing. */
	problem: string | null
	hint: string
	actions: readonly Action[]
	clear: () => void
	say: (message: string) => void
}) {
	const checked = checkSelection(cells.map(cell => cell.id))
	const isEmpty = cells.length === 0
	// Not every step of an administrator's needs a rectangle.
	const shape = isEmpty || checked.ok || isSingle(mode) || mode === 'admin' ? null : checked.message
	return (
		<section className="selection-bar" aria-label="Your selection">
			<div className="selection-words">
				<output className="grid" aria-live="polite">
					<span className={isEmpty ? 'font-semibold when-none-ticked' : 'font-semibold'}>
						{selectionLabel(cells.map(cell => cell.id))}
					</span>{' '}
					<span className={isEmpty ? 'when-none-ticked' : 'figures'}>
						{isEmpty ? hint : shape ? null : <Price mode={mode} cells={cells} prices={prices} />}
					</span>
				</output>
				{isEmpty ? <ForTicks mode={mode} /> : null}
				{(problem ?? shape) ? (
					<p className="error" role="alert">
						{problem ?? shape}
					</p>
				) : null}
			</div>
			<div className="actions">
				{isEmpty && works ? null : (
					<Button
						variant="quiet"
						name="intent"
						value="clear"
						className={isEmpty ? 'without-scripts' : undefined}
						onClick={event => {
							event.preventDefault()
							clear()
						}}
					>
						Clear
					</Button>
				)}
				{actions.map(action => (
					<ActionButton
						key={action.intent}
						action={action}
						isArmed={!isEmpty && shape === null}
						fits={states.every(state => action.states?.includes(state) ?? true)}
						works={works}
						isEmpty={isEmpty}
						say={say}
					/>
				))}
			</div>
		</section>
	)
}

/** A submit button of the bar. What acts on a selection waits for one, or says that there is none. */
export function ActionButton({
	action: { intent, label, main = false, needsSelection = false, empty, busy },
	fits = true,
	isArmed,
	isEmpty,
	works,
	say,
}: {
	action: Action
	fits?: boolean
	isArmed: boolean
	isEmpty: boolean
	works: boolean
	say?: (message: string) => void
}) {
	return (
		<Button
			name="intent"
			value={intent}
			variant={main && isArmed ? 'primary' : fits ? 'secondary' : 'quiet'}
			className={main ? 'armed-by-ticks' : undefined}
			disabled={needsSelection && works && isEmpty}
			busy={busy}
			onClick={event => {
				if (!works || !isEmpty || !empty) return
				event.preventDefault()
				say?.(empty)
			}}
		>
			{label}
		</Button>
	)
}

/** The price of what may be bought; cells that are one's own have none. */
export function Price({
	mode,
	cells,
	prices,
}: {
	mode: PickMode
	cells: readonly Cell[]
	prices: Prices
}): ReactNode {
	if (mode !== 'buy') return null
	return <Money pence={cells.reduce((sum, cell) => sum + prices[cell.type], 0)} words />
}

/* Without scripts the bar cannot count, but it can tell whether anything is ticked. */
function ForTicks({ mode }: { mode: PickMode }) {
	return (
		<p className="when-ticked">
			{mode === 'buy'
				? 'The price of the ticked pixels follows on the next page.'
				: 'The ticked pixels are named on the next page.'}
		</p>
	)
}
