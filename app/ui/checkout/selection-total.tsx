import type { ReactNode } from 'react'
import { CELL_TYPES, type CellType, cellsByIds } from '~/domain/grid/layout'
import { selectionWords } from '~/domain/orders/selection'
import { Money } from '../money'

/** What is selected and what it costs, always in sight, and what can be done with it. Scripts keep it up to date. */
export function SelectionTotal({
	selected,
	prices,
	children,
}: {
	selected: readonly number[]
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	children: ReactNode
}) {
	const cells = cellsByIds(selected)
	const pence = cells.reduce((sum, cell) => sum + prices[cell.type], 0)
	const small = 'text-xs leading-snug md:text-sm md:leading-normal'
	return (
		<section className="selection-bar" aria-label="Your selection">
			<div data-selection-output {...priceData(prices)}>
				<p
					className={`${small} font-semibold ${cells.length > 0 ? '' : 'needs-scripts'}`}
					data-selection-words
				>
					{selectionWords(selected)}
				</p>
				<p className={`${small} figures ${cells.length > 0 ? '' : 'needs-scripts'}`} data-selection-price>
					{cells.length > 0 ? <Money pence={pence} words /> : 'Choose pixels to see the price.'}
				</p>
				<p className="error" data-selection-problem hidden />
				{cells.length > 0 ? null : (
					<>
						<p className={`${small} when-none-ticked`}>Tick pixels in the grid to buy them.</p>
						<p className={`${small} when-ticked`}>The price of the ticked pixels follows on the next page.</p>
					</>
				)}
			</div>
			<div className="actions">{children}</div>
		</section>
	)
}

/** Pence of each type, where scripts find them: data-tiny and so on. */
function priceData(prices: Readonly<Record<CellType, number>>) {
	return Object.fromEntries(CELL_TYPES.map(type => [`data-${type}`, prices[type]]))
}
