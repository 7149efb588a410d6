import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { Money } from '../money'
import { StatCard } from '../stat-card'

type Counts = Readonly<Record<CellType, number>>

type Figure = 'owned' | 'available' | 'ownedByOthers' | 'house'

/**
 * The cards beside every grid of the signed-in areas, split by type (specification 2, section 2), counted as on the
 * dashboard. Prices in pence. `cards`: the titles and figures of an area, if not a member's.
 */
export function GridFigures({
	prices,
	figures,
	cards = MEMBERS_CARDS,
}: {
	prices: Counts
	figures: Readonly<Record<Figure, Counts>>
	cards?: readonly (readonly [title: string, figure: Figure])[]
}) {
	const parts = (value: (type: CellType) => React.ReactNode) =>
		CELL_TYPES.map(type => ({ label: type.charAt(0).toUpperCase() + type.slice(1), value: value(type) }))
	return (
		<section aria-labelledby="figures" className="grid gap-4">
			<h2 id="figures">The grid in figures</h2>
			<div className="stat-cards">
				<StatCard
					title="Price Per Pixel"
					parts={parts(type => <Money pence={prices[type]} look="millions" decimals={1} />)}
				/>
				{cards.map(([title, figure]) => (
					<StatCard key={title} title={title} parts={parts(type => figures[figure][type])} />
				))}
			</div>
		</section>
	)
}

const MEMBERS_CARDS = [
	['Owned', 'owned'],
	['Available', 'available'],
	['Pixels owned by others', 'ownedByOthers'],
	['Reserved By Admin', 'house'],
] as const
