import type { ReactNode } from 'react'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { capitalize } from '~/domain/text'
import { Money } from '../money'
import { StatCard } from '../stat-card'

type Counts = Readonly<Record<CellType, number>>

type Figure = 'owned' | 'available' | 'ownedByOthers' | 'house'

type Cards = readonly (readonly [title: string, figure: Figure])[]

const MEMBERS_CARDS: Cards = [
	['Owned', 'owned'],
	['Available', 'available'],
	['Pixels owned by others', 'ownedByOthers'],
	['Reserved By Admin', 'house'],
]

/**
 * The cards next to every grid of the signed-in areas, by type, counted as on the dashboard. Prices in pence. `cards`:
 * titles and figures of an area, by default a member's.
 */
export function GridFigures({
	prices,
	figures,
	cards = MEMBERS_CARDS,
}: {
	prices: Counts
	figures: Readonly<Record<Figure, Counts>>
	cards?: Cards
}) {
	const parts = (value: (type: CellType) => ReactNode) =>
		CELL_TYPES.map(type => ({ label: capitalize(type), value: value(type) }))
	return (
		<section aria-labelledby="figures" className="grid gap-4">
			<h2 id="figures">The grid in figures</h2>
			<div className="stat-cards">
				<StatCard
					title="Price Per Pixel"
					parts={parts(type => <Money pence={prices[type]} format="millions" decimals={1} />)}
				/>
				{cards.map(([title, figure]) => (
					<StatCard key={title} title={title} parts={parts(type => figures[figure][type])} />
				))}
			</div>
		</section>
	)
}
