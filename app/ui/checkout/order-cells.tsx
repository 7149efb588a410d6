import type { CellType } from '~/domain/grid/layout'
import { Money } from '../money'

export type OrderCell = { cell: number; type: CellType; row: number; col: number; pricePence: number }

const SHOWN = 12

/** The pixels of an order with their prices; many of them fold after the first dozen. Narrow enough for a phone. */
export function OrderCells({ cells }: { cells: readonly OrderCell[] }) {
	if (cells.length === 0) return <p className="px-5 py-8 text-sm text-muted">No pixels selected</p>
	const first = cells.length > SHOWN + 3 ? cells.slice(0, SHOWN) : cells
	const rest = cells.slice(first.length)
	return (
		<>
			<CellTable caption="Pixels of this order" cells={first} />
			{rest.length > 0 ? (
				<details className="more-cells">
					<summary>
						<span className="link">{`Show the other ${rest.length} pixels`}</span>
					</summary>
					<CellTable caption="The other pixels of this order" cells={rest} />
				</details>
			) : null}
		</>
	)
}

function CellTable({ caption, cells }: { caption: string; cells: readonly OrderCell[] }) {
	return (
		<table className="cell-table">
			<caption className="sr-only">{caption}</caption>
			<thead>
				<tr>
					<th scope="col">Pixel</th>
					<th scope="col">Row</th>
					<th scope="col">Column</th>
					<th scope="col">Price</th>
				</tr>
			</thead>
			<tbody>
				{cells.map(({ cell, type, row, col, pricePence }) => (
					<tr key={cell}>
						<td>{type.charAt(0).toUpperCase() + type.slice(1)}</td>
						<td>{row}</td>
						<td>{col}</td>
						<td>
							<Money pence={pricePence} look="millions" />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
