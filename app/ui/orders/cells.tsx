import type { CellType } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/rectangle-rules'
import { pixels, placeWords, typeWord } from '~/domain/orders/review/labels'
import { Money } from '~/ui/money'
import { type Column, Table } from '~/ui/table'

type Cell = { cell: number; type: CellType; row: number; col: number; pricePence: number }

const FEW = 6

type Look = 'full' | 'millions' | 'none'

/* A loan has no price: `none`. */
const price = <Row,>(look: Look, penceOf: (row: Row) => number): Column<Row>[] =>
	look === 'none'
		? []
		: [{ title: 'Price', figures: true, cell: row => <Money pence={penceOf(row)} look={look} /> }]

const each = (look: Look): Column<Cell>[] => [
	{ title: 'Type', cell: cell => typeWord(cell.type) },
	{ title: 'Row', figures: true, cell: cell => cell.row },
	{ title: 'Column', figures: true, cell: cell => cell.col },
	...price<Cell>(look, cell => cell.pricePence),
]

const together = (look: Look): Column<Cell[]>[] => [
	{ title: 'Pixels', cell: group => placeWords(group) },
	{ title: 'Number', figures: true, cell: group => group.length },
	...price<Cell[]>(look, group => group.reduce((sum, cell) => sum + cell.pricePence, 0)),
]

/**
 * The pixels of an order or a sale at the prices they were bought at: many of them as rectangles, with each one in a
 * fold. `look`: the checkout speaks in millions (specification 2, section 9), a loan of no price.
 */
export function OrderCells({
	cells,
	look = 'full',
	of = 'order',
}: {
	cells: Cell[]
	look?: Look
	of?: 'order' | 'sale'
}) {
	const table = (caption: string) => (
		<Table
			caption={caption}
			columns={each(look)}
			rows={cells}
			rowKey={cell => cell.cell}
			empty="No pixels selected"
			narrow
		/>
	)
	if (cells.length <= FEW) return table(`Pixels of the ${of}`)
	return (
		<>
			<Table
				caption={`Pixels of the ${of}`}
				columns={together(look)}
				rows={rectanglesOf(cells)}
				rowKey={group => group[0]?.cell ?? 0}
				empty=""
				narrow
			/>
			<details className="more-cells">
				<summary className="link link-alone">Show all {pixels(cells.length)} one by one</summary>
				{table(`Each pixel of the ${of}`)}
			</details>
		</>
	)
}
