import type { ComponentProps, ReactNode } from 'react'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import { capitalize } from '~/domain/text'
import { Money } from '../money'
import { Notice } from '../notice'
import { StatCard } from '../stat-card'
import { type Barred, BarredPixels } from './barred-pixels'
import { SentInvitations } from './sent-invitations'

type Counts = Readonly<Record<CellType, number>>

export type SellPageProps = {
	/** Pence per cell. */
	prices: Counts
	owned: Counts
	/** Pixels of each type in the grid. */
	totals: Counts
	barred: readonly Barred[]
	sent: ComponentProps<typeof SentInvitations>
}

/** Content below the owner's grid: pixels that can be sold together, and those listed. */
export function AboutSelling({ prices, owned, totals, barred, sent }: SellPageProps) {
	return (
		<>
			<Notice title="What can be sold together">
				<p>
					Choose pixels of yours and invite somebody by email to take them over. Money between you does not
					pass through us.
				</p>
				<p>The pixels that you sell must be of one type and form a complete rectangle or square.</p>
				<p>
					What remains of the block they belong to must form a complete rectangle or square too, or nothing
					may remain.
				</p>
			</Notice>
			<BarredPixels pixels={barred} />
			<Figures prices={prices} owned={owned} totals={totals} />
			<SentInvitations {...sent} />
		</>
	)
}

function Figures({ prices, owned, totals }: Record<'prices' | 'owned' | 'totals', Counts>) {
	const parts = (value: (type: CellType) => ReactNode) =>
		CELL_TYPES.map(type => ({ label: capitalize(type), value: value(type) }))
	const sum = (counts: Counts) => CELL_TYPES.reduce((all, type) => all + counts[type], 0)
	return (
		<section aria-labelledby="figures" className="grid gap-4">
			<h2 id="figures">Your pixels in figures</h2>
			<div className="stat-cards">
				<StatCard title="Owned" value={sum(owned)} parts={parts(type => owned[type])} />
				<StatCard
					title="Price Per Pixel"
					parts={parts(type => <Money pence={prices[type]} look="millions" decimals={1} />)}
				/>
				<StatCard
					title="Total Pixels"
					value={sum(totals)}
					parts={parts(type => (
						<>
							{totals[type].toLocaleString('en-GB')} ·{' '}
							<Money pence={totals[type] * prices[type]} look="millions" decimals={1} />
						</>
					))}
					note="How many there are in the grid, and their list price together."
				/>
			</div>
		</section>
	)
}
