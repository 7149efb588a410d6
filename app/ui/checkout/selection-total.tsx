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
	return (
		<section className="selection-bar" aria-label="Your selection">
			<div data-selection-output {...priceData(prices)}>
				<p className="text-xs leading-snug font-semibold md:text-sm md:leading-normal" data-selection-words>
					{selectionWords(selected)}
				</p>
				<p className="figures text-xs leading-snug md:text-sm md:leading-normal" data-selection-price>
					{cells.length > 0 ? <Money pence={pence} words /> : 'Choose pixels to see the price.'}
				</p>
				<p className="error" data-selection-problem hidden />
			</div>
			<div className="actions">{children}</div>
		</section>
	)
}

/** Pence of each type, where scripts find them: data-tiny and so on. */
function priceData(prices: Readonly<Record<CellType, number>>) {
	return Object.fromEntries(CELL_TYPES.map(type => [`data-${type}`, prices[type]]))
}
