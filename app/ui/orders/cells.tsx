import type { CellType } from '~/domain/grid/layout'
import { typeWord } from '~/domain/orders/review-words'
import { Money } from '~/ui/money'
import { Table } from '~/ui/table'

type Cell = { cell: number; type: CellType; row: number; col: number; pricePence: number }

/** The pixels of an order at the prices they were bought at. */
export function OrderCells({ cells }: { cells: Cell[] }) {
	return (
		<div className="max-h-120 overflow-y-auto">
			<Table
				caption="Pixels of the order"
				columns={[
					{ title: 'Type', cell: cell => typeWord(cell.type) },
					{ title: 'Column', figures: true, cell: cell => cell.col },
					{ title: 'Row', figures: true, cell: cell => cell.row },
					{ title: 'Price', figures: true, cell: cell => <Money pence={cell.pricePence} /> },
				]}
				rows={cells}
				rowKey={cell => cell.cell}
				empty="No pixels"
				narrow
			/>
		</div>
	)
}
