import type { CellType } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/rectangle-rules'
import { pixels, placeWords, typeWord } from '~/domain/orders/review/labels'
import { Money } from '~/ui/money'
import { type Column, Table } from '~/ui/table'

type Cell = { cell: number; type: CellType; row: number; col: number; pricePence: number }

const FEW = 6

type Look = 'full' | 'millions'

const each = (look: Look): Column<Cell>[] => [
	{ title: 'Type', cell: cell => typeWord(cell.type) },
	{ title: 'Row', figures: true, cell: cell => cell.row },
	{ title: 'Column', figures: true, cell: cell => cell.col },
	{ title: 'Price', figures: true, cell: cell => <Money pence={cell.pricePence} look={look} /> },
]

const together = (look: Look): Column<Cell[]>[] => [
	{ title: 'Pixels', cell: group => placeWords(group) },
	{ title: 'Number', figures: true, cell: group => group.length },
	{
		title: 'Price',
		figures: true,
		cell: group => <Money pence={group.reduce((sum, cell) => sum + cell.pricePence, 0)} look={look} />,
	},
]

/**
 * The pixels of an order at the prices they were bought at: many of them as rectangles, with each one in a fold.
 * `look`: the checkout speaks in millions (specification 2, section 9).
 */
export function OrderCells({ cells, look = 'full' }: { cells: Cell[]; look?: Look }) {
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
	if (cells.length <= FEW) return table('Pixels of the order')
	return (
		<>
			<Table
				caption="Pixels of the order"
				columns={together(look)}
				rows={rectanglesOf(cells)}
				rowKey={group => group[0]?.cell ?? 0}
				empty=""
				narrow
			/>
			<details className="more-cells">
				<summary className="link link-alone">Show all {pixels(cells.length)} one by one</summary>
				{table('Each pixel of the order')}
			</details>
		</>
	)
}
