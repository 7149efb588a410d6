import type { ReactNode } from 'react'
import { sumCounts } from '~/domain/dashboard/rules'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { capitalize } from '~/domain/text'
import { type Column, Table } from '../lists/table'
import { Money } from '../money'

type Counts = Readonly<Record<CellType, number>>

type Figure = 'owned' | 'available' | 'ownedByOthers' | 'lentToMembers' | 'house'

type Cards = readonly (readonly [title: string, figure: Figure])[]

const MEMBERS_CARDS: Cards = [
	['Owned', 'owned'],
	['Available', 'available'],
	['Pixels owned by others', 'ownedByOthers'],
	['Yours, lent to others', 'lentToMembers'],
	['Reserved By Admin', 'house'],
]

type Row = { title: string; cell: (type: CellType) => ReactNode }

type Props = {
	prices: Counts
	figures: Readonly<Record<Figure, Counts>>
	cards?: Cards
}

/**
 * The figures below every grid of the signed-in areas, split by type, counted as on the dashboard. Prices in pence.
 * `cards`: its rows, if not a member's.
 */
export function GridFigures({ prices, figures, cards = MEMBERS_CARDS }: Props) {
	const rows: Row[] = [
		{ title: 'Price Per Pixel', cell: type => <Money pence={prices[type]} format="millions" decimals={1} /> },
		...cards
			.filter(([, figure]) => figure !== 'lentToMembers' || sumCounts(figures[figure]) > 0)
			.map(([title, figure]) => ({
				title,
				cell: (type: CellType) => figures[figure][type].toLocaleString('en-GB'),
			})),
	]
	return (
		<section aria-labelledby="figures" className="grid gap-4">
			<h2 id="figures">The grid in figures</h2>
			<TypeTable caption="The grid in figures" rows={rows} />
		</section>
	)
}

/** Figures in rows, with a column for each type. */
export function TypeTable({ caption, rows }: { caption: string; rows: Row[] }) {
	return (
		<div className="sheet max-sm:[&_:is(th,td)]:px-1.5 max-sm:[&_td]:text-xs max-sm:[&_td:first-child]:wrap-anywhere">
			<Table caption={caption} columns={COLUMNS} rows={rows} narrow />
		</div>
	)
}

const COLUMNS: Column<Row>[] = [
	{ title: 'Pixels', quiet: true, cell: row => row.title },
	...CELL_TYPES.map(type => ({ title: capitalize(type), figures: true, cell: (row: Row) => row.cell(type) })),
]
