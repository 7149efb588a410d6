import type { CellType } from '~/domain/grid/layout'
import { Money } from '../money'
import { type Column, Table } from '../table'

export type OrderCell = { cell: number; type: CellType; row: number; col: number; pricePence: number }

const columns: Column<OrderCell>[] = [
	{ title: 'Pixel', cell: one => one.type.charAt(0).toUpperCase() + one.type.slice(1) },
	{ title: 'Row', cell: one => one.row, figures: true },
	{ title: 'Column', cell: one => one.col, figures: true },
	{ title: 'Price', cell: one => <Money pence={one.pricePence} look="millions" />, figures: true },
]

const SHOWN = 12

/** The pixels of an order with their prices; many of them fold after the first dozen. */
export function OrderCells({ cells }: { cells: readonly OrderCell[] }) {
	const first = cells.length > SHOWN + 3 ? cells.slice(0, SHOWN) : [...cells]
	const rest = cells.slice(first.length)
	const table = (rows: readonly OrderCell[], caption: string) => (
		<Table
			caption={caption}
			columns={columns}
			rows={[...rows]}
			rowKey={one => one.cell}
			empty="No pixels selected"
			narrow
		/>
	)
	return (
		<>
			{table(first, 'Pixels of this order')}
			{rest.length > 0 ? (
				<details className="more-cells">
					<summary className="link px-4 py-3 text-sm">{`Show the other ${rest.length} pixels`}</summary>
					{table(rest, 'The other pixels of this order')}
				</details>
			) : null}
		</>
	)
}
