import { useEffect, useRef, useState } from 'react'
import { isFilledRectangle } from '~/domain/grid/geometry-rules'
import { CELL_TYPES, type CellType, cellsByIds, isCellType } from '~/domain/grid/layout'
import { describeTypePlace, formatRange, TYPE_PLACES } from '~/domain/grid/places'
import type { PickMode } from '~/domain/grid/selection/picking'
import {
	type CoordinateInput,
	coordinatesKey,
	describeSelection,
	findCorners,
} from '~/domain/grid/selection/selection'
import { capitalize } from '~/domain/text'
import { Button } from '~/ui/button'
import { FieldErrors, plainField, SelectField } from '~/ui/forms/field'
import { type Action, ActionButton, Price } from './bar'

export type CoordinatesProps = {
	typed: CoordinateInput
	error: string | undefined
	/** Whether the coordinates and the selection of the page agree. */
	isApplied: boolean
}

const FIELDS = [
	['fromRow', 'From row', 'rows'],
	['fromCol', 'From column', 'columns'],
	['toRow', 'To row', 'rows'],
	['toCol', 'To column', 'columns'],
] as const

type Props = CoordinatesProps & {
	mode: PickMode
	prices: Readonly<Record<CellType, number>>
	selected: readonly number[]
	actions: readonly Action[]
}

/**
 * Selects cells by typing their coordinates, for people who cannot click a cell of nine pixels, and for browsers
 * without images.
 */
export function Coordinates({ typed, error, isApplied, prices, selected, actions, mode }: Props) {
	const [type, setType] = useState<CellType>(isCellType(typed.type) ? typed.type : 'tiny')
	const chosen = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const select = chosen.current?.querySelector('select')
		if (isCellType(select?.value)) setType(select.value)
	}, [])
	const cells = cellsByIds(selected)
	const isUsed = error !== undefined || FIELDS.some(([name]) => typed[name] !== '')
	const main = actions.find(action => action.main)
	return (
		<details className="tool-part fold" open={isUsed}>
			<summary>Select by coordinates</summary>
			<fieldset className="typed-coordinates grid gap-4">
				<legend className="sr-only">Select by coordinates</legend>
				<div className="grid gap-1">
					<p className="help">
						Rows are counted from the top of the grid, columns within the row. Leave the second corner empty
						for a single pixel. {CELL_TYPES.map(describeTypePlace).join(' ')}
					</p>
				</div>
				<div className="coordinates" ref={chosen}>
					<SelectField
						field={plainField('type', type)}
						label="Type"
						onChange={event => isCellType(event.target.value) && setType(event.target.value)}
					>
						{CELL_TYPES.map(cellType => (
							<option key={cellType} value={cellType}>
								{capitalize(cellType)}
							</option>
						))}
					</SelectField>
					{FIELDS.map(([name, label, axis]) => (
						<div key={name} className="field min-w-0">
							<label className="label" htmlFor={name}>
								{label}
							</label>
							<input
								id={name}
								name={name}
								className="input"
								type="number"
								inputMode="numeric"
								min={1}
								max={axis === 'rows' ? 33 : 40}
								defaultValue={typed[name]}
								aria-invalid={error ? true : undefined}
								aria-describedby={error ? `${name}-range coordinates-error` : `${name}-range`}
							/>
							<span className="help figures" id={`${name}-range`}>
								{formatRange(TYPE_PLACES[type][axis])}
							</span>
						</div>
					))}
					<Button name="intent" value="select" variant="secondary">
						Select
					</Button>
				</div>
				<input type="hidden" name="applied" defaultValue={isApplied ? coordinatesKey(typed) : ''} />
				<FieldErrors field={{ ...plainField('coordinates'), errors: error ? [error] : undefined }} />
				{error ? (
					<p className="text-sm">
						<a className="link" href="#cells">
							Back to the grid
						</a>
					</p>
				) : null}
				{isApplied && cells.length > 0 ? (
					// With scripts the bar shows it; whoever listens begins here, and the page stays where it is.
					<div
						id="selection"
						tabIndex={-1}
						className="grid gap-3 pt-4 border-t border-line outline-none scripted:sr-only scripted:fixed scripted:top-0"
					>
						<p>
							<span className="font-semibold">{describeSelection(selected)}</span>{' '}
							<span className="figures">
								<Price mode={mode} cells={cells} prices={prices} />
							</span>
						</p>
						<div className="actions scripted:hidden">
							{main ? <ActionButton action={main} isArmed={false} isEmpty={false} isReady={false} /> : null}{' '}
							<a className="link" href="#cells">
								See it on the grid
							</a>
						</div>
					</div>
				) : null}
			</fieldset>
		</details>
	)
}

/** Updates the fields to a selection made on the grid: its corners, or nothing. */
export function writeCoordinates(root: HTMLElement | null, ids: readonly number[]): void {
	const cells = cellsByIds(ids)
	const corners = isFilledRectangle(cells) ? findCorners(cells) : undefined
	// The form that suggests places has a type too.
	const fields = root?.querySelector('.typed-coordinates')
	for (const name of ['type', 'fromRow', 'fromCol', 'toRow', 'toCol'] as const) {
		const field = fields?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)
		if (!field || (name === 'type' && !corners)) continue
		const value = corners ? corners[name] : ''
		if (field.value === value) continue
		field.value = value
		if (name === 'type') field.dispatchEvent(new Event('change', { bubbles: true }))
	}
	const applied = fields?.querySelector<HTMLInputElement>('[name="applied"]')
	if (applied) applied.value = corners ? coordinatesKey(corners) : ''
}
