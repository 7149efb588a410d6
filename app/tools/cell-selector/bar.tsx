import type { ReactNode } from 'react'
import { isFilledRectangle } from '~/domain/grid/geometry-rules'
import { type Cell, type CellType, cellsByIds } from '~/domain/grid/layout'
import type { CellState } from '~/domain/grid/rules'
import { isSingleMode, type Picked, type PickMode } from '~/domain/grid/selection/picking'
import { largestRectangle } from '~/domain/grid/selection/rectangle-rules'
import { describeSelection } from '~/domain/grid/selection/selection'
import { checkSelection } from '~/domain/grid/selection/selection-rules'
import { poundsInWords } from '~/domain/money'
import { pluralize } from '~/domain/text'
import { Button } from '~/ui/button'
import { Money } from '~/ui/money'

/** An action on a selection: a submit button of the form. */
export type Action = {
	readonly intent: string
	readonly label: string
	/** Whether it is gold once it can be used. */
	readonly main?: boolean
	/** Whether scripts disable it without a selection. */
	readonly needsSelection?: boolean
	/** The message when it is pressed without a selection. */
	readonly empty?: string
	readonly busy?: string
	/** The states it applies to; it is muted while others are selected, and the server says why. */
	readonly states?: readonly CellState[]
}

type Prices = Readonly<Record<CellType, number>>

/** The selection, its price and its actions, always visible. */
export function SelectionBar({
	mode,
	isReady,
	cells,
	prices,
	states,
	problem,
	hint,
	actions,
	chooseNow,
	showMessage,
	hasPlaces,
}: {
	mode: PickMode
	isReady: boolean
	cells: readonly Cell[]
	prices: Prices
	/** The states of the selected cells that are visible. */
	states: readonly CellState[]
	/** Why the last attempt had no effect. */
	problem: Extract<Picked, { ok: false }> | null
	hint: string
	actions: readonly Action[]
	chooseNow: (ids: readonly number[]) => void
	showMessage: (message: string) => void
	/** Whether places can be suggested, or typed, instead. */
	hasPlaces: boolean
}) {
	const ids = cells.map(cell => cell.id)
	const checked = checkSelection(ids)
	const isEmpty = cells.length === 0
	// Not every operation of an administrator needs a rectangle.
	const shape = isEmpty || checked.ok || isSingleMode(mode) || mode === 'admin' ? null : checked.message
	/** For buttons that disappear when pressed: moves the focus back to the grid. */
	const chooseAndLeave = (next: readonly number[]) => {
		document.getElementById('cells')?.focus({ preventScroll: true })
		chooseNow(next)
	}
	return (
		<section
			className="selection-bar"
			aria-label="Your selection"
			data-empty={(isEmpty && isReady && hasPlaces) || undefined}
		>
			<div className="grid gap-1.5">
				<output className="grid" aria-live="polite">
					{/* Before scripts are loaded, and without them, the bar does not know what is ticked. */}
					<span className={isEmpty ? 'font-semibold with-scripts' : 'font-semibold'}>
						{isEmpty && !isReady ? '\u00a0' : describeSelection(ids)}
					</span>{' '}
					{isEmpty ? (
						<span className="when-none-ticked">
							{hint}
							<span className="with-finger with-scripts">
								{' '}
								The first tap zooms in, then each tap selects.
							</span>
							{isSingleMode(mode) ? null : (
								<span className="with-pointer with-scripts"> Drag to select a rectangle.</span>
							)}
						</span>
					) : shape ? null : (
						<Price mode={mode} cells={cells} prices={prices} />
					)}
				</output>
				{isEmpty ? (
					<p className="when-ticked">
						{mode === 'buy'
							? 'The price of the ticked pixels follows on the next page.'
							: 'The ticked pixels are named on the next page.'}
					</p>
				) : null}
				{(problem?.message ?? shape) ? (
					<p className="error" role="alert">
						{problem?.message ?? shape}
					</p>
				) : null}
				<SelectFreeCells problem={problem} choose={chooseAndLeave} />
			</div>
			{isEmpty && isReady && hasPlaces ? (
				<p className="actions" data-places>
					<a className="btn btn-secondary" href="#suggest-type">
						Suggest a place
					</a>{' '}
					<a className="btn btn-secondary" href="#fromRow">
						By coordinates
					</a>
				</p>
			) : null}
			<div className="actions">
				{actions.map(action => (
					<ActionButton
						key={action.intent}
						action={action}
						isArmed={!isEmpty && shape === null}
						isApplicable={states.every(state => action.states?.includes(state) ?? true)}
						isReady={isReady}
						isEmpty={isEmpty}
						showMessage={showMessage}
					/>
				))}
				{isEmpty && isReady ? null : (
					<Button
						variant="secondary"
						name="intent"
						value="clear"
						className={isEmpty ? 'without-scripts' : undefined}
						onClick={event => {
							event.preventDefault()
							chooseAndLeave([])
						}}
					>
						Clear
					</Button>
				)}
			</div>
		</section>
	)
}

/** Offers the free pixels of a blocked rectangle, or as many of them as form a rectangle. */
function SelectFreeCells({
	problem,
	choose,
}: {
	problem: Extract<Picked, { ok: false }> | null
	choose: (ids: readonly number[]) => void
}) {
	const free = cellsByIds(problem?.free ?? [])
	if (free.length === 0) return null
	const ids = isFilledRectangle(free) ? free.map(({ id }) => id) : largestRectangle(free).map(({ id }) => id)
	return (
		<Button type="button" variant="secondary" onClick={() => choose(ids)}>
			Select {ids.length === free.length ? 'the ' : ''}
			{pluralize(ids.length, 'free one')}
		</Button>
	)
}

/** A submit button of the bar. With an empty selection it is disabled, or shows a message. */
export function ActionButton({
	action: { intent, label, main = false, needsSelection = false, empty, busy },
	isApplicable = true,
	isArmed,
	isEmpty,
	isReady,
	showMessage,
}: {
	action: Action
	isApplicable?: boolean
	isArmed: boolean
	isEmpty: boolean
	isReady: boolean
	showMessage?: (message: string) => void
}) {
	return (
		<Button
			name="intent"
			value={intent}
			variant={main && isArmed ? 'primary' : isApplicable ? 'secondary' : 'quiet'}
			className={main ? 'armed-by-ticks' : undefined}
			disabled={needsSelection && isReady && isEmpty}
			busy={busy}
			onClick={event => {
				if (!isReady || !isEmpty || !empty) return
				event.preventDefault()
				showMessage?.(empty)
			}}
		>
			{label}
		</Button>
	)
}

type PriceProps = {
	mode: PickMode
	cells: readonly Cell[]
	prices: Prices
}

/** The price of cells that can be bought; one's own have none. */
export function Price({ mode, cells, prices }: PriceProps): ReactNode {
	if (mode !== 'buy') return null
	const pence = cells.reduce((sum, cell) => sum + prices[cell.type], 0)
	return (
		<span className="figures [&_data]:block [&_data]:font-serif [&_data]:text-xl [&_data]:lining-nums">
			<Money pence={pence} />
			<span className="sr-only"> · </span>
			<span className="text-muted">{poundsInWords(pence)}</span>
		</span>
	)
}
