import { CELL_TYPES, CELLS, type CellType, cellAt, cellsByIds } from '~/domain/grid/layout'
import {
	describeLotPlace,
	describeLotSize,
	type FreeRectangle,
	formatLotNumber,
	splitTitle,
} from '~/domain/grid/lot'
import type { PublishedBlock } from '~/domain/grid/rules'
import type { PlaceQueryError, PlaceQueryFields } from '~/domain/grid/suggest'
import type { Surroundings } from '~/domain/grid/surroundings'
import { priceRange } from '~/domain/money'
import { capitalize } from '~/domain/text'
import { Button } from '../button'
import { InputField, plainField, SelectField } from '../forms/field'
import { FreePlaces } from '../grid/free-places'

const FORM = 'suggest-form'

/** The form that owns the fields of {@link SuggestFold}, which are inside another form. */
export function SuggestForm() {
	return <form id={FORM} method="get" action="/user/pixels/suggest#suggest" hidden />
}

const CORNERS = [
	['Top left', 1, 1],
	['Top right', 1, 10],
	['Bottom left', 33, 1],
	['Bottom right', 33, 40],
] as const

/** The rows of the grid, each with the id of its middle cell. */
const ROWS = [...new Set(CELLS.map(({ row }) => row))].map(row => {
	const cells = CELLS.filter(cell => cell.row === row)
	return { row, middle: cells[Math.floor(cells.length / 2)]?.id }
})

/** Blocks in the list of neighbours; a longer list would not be useful. */
const MAX_NEIGHBOURS = 60

export type Suggested = {
	typed: PlaceQueryFields
	error: PlaceQueryError | undefined
	places: readonly (FreeRectangle & { around: Surroundings })[]
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	/** Whether no cell is free. */
	isSoldOut: boolean
	/** Blocks to be near to. */
	blocks: readonly PublishedBlock[]
	open: boolean
}

/** "Suggest a place": the wanted size or budget and place, and up to three free places. */
export function SuggestFold({ typed, error, places, prices, isSoldOut, blocks, open }: Suggested) {
	const field = (name: keyof PlaceQueryFields) => ({
		...plainField(name, typed[name], error?.field === name ? [error.message] : undefined),
		id: `suggest-${name}`,
	})
	return (
		<details id="suggest" className="tool-part fold" open={open}>
			<summary>Suggest a place</summary>
			{places.length > 0 ? (
				<FreePlaces places={places} words={typed.budget === '' ? describeStart : describeSizeAndPlace} />
			) : error ? null : (
				<p>
					{isSoldOut
						? 'Every pixel is taken at the moment.'
						: typed.budget === ''
							? 'Nothing of that size is free. A smaller place may be.'
							: `Nothing that is free costs so little. Pixels cost ${priceRange(Object.values(prices))} each.`}
				</p>
			)}
			<div className="mt-3 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3 [&>.btn]:self-end">
				<SelectField field={field('type')} form={FORM} label="Size">
					{CELL_TYPES.map(type => (
						<option key={type} value={type}>
							{capitalize(type)}
						</option>
					))}
				</SelectField>
				<SelectField field={field('near')} form={FORM} label="Near">
					<NearBlocks blocks={blocks} />
				</SelectField>
				<InputField field={field('columns')} form={FORM} label="Across" inputMode="numeric" />
				<InputField field={field('rows')} form={FORM} label="Down" inputMode="numeric" />
				<InputField
					field={field('budget')}
					form={FORM}
					label="Or a budget, £"
					inputMode="numeric"
					autoComplete="off"
				/>
				<Button form={FORM} variant="secondary">
					Suggest
				</Button>
			</div>
		</details>
	)
}

const describeStart = ({ cells: [first] }: FreeRectangle) =>
	[`From row ${first?.row}, column ${first?.col}`] as const

const describeSizeAndPlace = ({ cells }: FreeRectangle) =>
	[describeLotSize(cells), describeLotPlace(cells)] as const

function NearBlocks({ blocks }: { blocks: readonly PublishedBlock[] }) {
	const named = blocks
		.toSorted((a, b) => b.cells.length - a.cells.length)
		.flatMap(block => {
			const { title } = splitTitle(block.description)
			return title ? [{ id: block.cells[0], name: title, lot: formatLotNumber(cellsByIds(block.cells)) }] : []
		})
		.slice(0, MAX_NEIGHBOURS)
		.sort((a, b) => a.name.localeCompare(b.name))
	return (
		<>
			<option value="">The large pixel</option>
			<optgroup label="A corner">
				{CORNERS.map(([name, row, col]) => (
					<option key={name} value={cellAt(row, col)?.id}>
						{name}
					</option>
				))}
			</optgroup>
			{named.length > 0 ? (
				<optgroup label="A neighbour">
					{named.map(({ id, name, lot }) => (
						<option key={id} value={id}>
							{name}, {lot}
						</option>
					))}
				</optgroup>
			) : null}
			<optgroup label="A row">
				{ROWS.map(({ row, middle }) => (
					<option key={row} value={middle}>
						Row {row}
					</option>
				))}
			</optgroup>
		</>
	)
}
