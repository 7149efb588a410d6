import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { Kept } from '../kept'
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
}: Partial<Pick<Props, 'cards'>> & Omit<Props, 'cards'>) {
	return (
		<Kept
			as="section"
			aria-labelledby="figures"
			className="grid gap-4"
			of={Cards}
			props={{ prices, figures, cards }}
		/>
	)
}

type Props = {
	prices: Counts
	figures: Readonly<Record<Figure, Counts>>
	cards: readonly (readonly [title: string, figure: Figure])[]
}

function Cards({ prices, figures, cards }: Props) {
	const parts = (value: (type: CellType) => React.ReactNode) =>
		CELL_TYPES.map(type => ({ label: type.charAt(0).toUpperCase() + type.slice(1), value: value(type) }))
	return (
		<>
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
		</>
	)
}

const MEMBERS_CARDS = [
	['Owned', 'owned'],
	['Available', 'available'],
	['Pixels owned by others', 'ownedByOthers'],
	['Reserved By Admin', 'house'],
] as const
