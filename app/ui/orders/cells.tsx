import type { ComponentProps, ReactNode } from 'react'
import { formatPixelCount, formatPlace } from '~/domain/grid/cell-names'
import type { CellType } from '~/domain/grid/layout'
import { splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { capitalize } from '~/domain/text'
import { type Column, Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'

type Cell = { cell: number; type: CellType; row: number; col: number; pricePence: number }

type PriceFormat = 'full' | 'millions' | 'none'

/* A loan has no price: `none`. The price agreed for a transfer is unknown. */
type Priced = { format: PriceFormat; title: 'Price' | 'List price' }

const price = <Row,>({ format, title }: Priced, getPence: (row: Row) => number): Column<Row>[] =>
	format === 'none'
		? []
		: [{ title, figures: true, cell: row => <Money pence={getPence(row)} format={format} /> }]

const getCellColumns = (priced: Priced): Column<Cell>[] => [
	{ title: 'Type', cell: cell => capitalize(cell.type) },
	{ title: 'Row', cell: cell => cell.row },
	{ title: 'Column', cell: cell => cell.col },
	...price<Cell>(priced, cell => cell.pricePence),
]

const getGroupColumns = (priced: Priced): Column<Cell[]>[] => [
	{ title: 'Pixels', cell: group => formatPlace(group) },
	{ title: 'Number', figures: true, cell: group => <CountAndPrice group={group} format={priced.format} /> },
	...price<Cell[]>(priced, group => group.reduce((sum, cell) => sum + cell.pricePence, 0)),
]

/* "6 × £100,000", if all have the same price. */
function CountAndPrice({ group, format }: { group: readonly Cell[]; format: PriceFormat }) {
	const [{ pricePence } = { pricePence: 0 }] = group
	if (format === 'none' || group.some(cell => cell.pricePence !== pricePence)) return group.length
	return (
		<>
			{group.length}
			<span className="max-sm:hidden">
				{' × '}
				<Money pence={pricePence} format={format} />
			</span>
		</>
	)
}

/** One row per pixel. */
export function EachCell({
	cells,
	priced = { format: 'full', title: 'Price' },
	caption = 'Pixels of the order',
}: {
	cells: Cell[]
	priced?: Priced
	caption?: string
}) {
	return (
		<Table
			caption={caption}
			columns={getCellColumns(priced)}
			rows={cells}
			empty="No pixels selected"
			narrow
		/>
	)
}

type OrderCellsProps = {
	cells: Cell[]
	format?: PriceFormat
	of?: 'order' | 'sale'
}

/**
 * The pixels of an order at their purchase prices, or of a sale at the list prices of that day: grouped into
 * rectangles, with single pixels in a disclosure. `format`: the checkout uses millions, a loan none.
 */
export function OrderCells({ cells, format = 'full', of = 'order' }: OrderCellsProps) {
	const priced: Priced = { format, title: of === 'order' ? 'Price' : 'List price' }
	const areas = splitIntoRectangles(cells)
	if (areas.length === cells.length)
		return <EachCell cells={cells} priced={priced} caption={`Pixels of the ${of}`} />
	return (
		<>
			<Table caption={`Pixels of the ${of}`} columns={getGroupColumns(priced)} rows={areas} narrow />
			<details className="print:hidden">
				<summary className="link link-alone my-0 px-5 py-2.5 text-(length:--text-sm)">
					Show all {formatPixelCount(cells.length)} one by one
				</summary>
				<EachCell cells={cells} priced={priced} caption={`Each pixel of the ${of}`} />
			</details>
		</>
	)
}

/** The pixels of an order or a sale as a part of its page, and more about them. */
export function CellsSection({
	children,
	...cells
}: ComponentProps<typeof OrderCells> & { children?: ReactNode }) {
	return (
		<section className="grid gap-3">
			<h2>Pixels</h2>
			<div className="border border-line">
				<OrderCells {...cells} />
			</div>
			{children}
		</section>
	)
}
