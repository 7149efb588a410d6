import type { ComponentProps, ReactNode } from 'react'
import { placeLabel } from '~/domain/grid/cell-names'
import { CELL_TYPES, type CellType } from '~/domain/grid/layout'
import type { CellPosition } from '~/domain/grid/selection/rectangle-rules'
import { capitalize } from '~/domain/text'
import { Card } from '~/ui/card'
import { Money } from '../money'
import { Notice } from '../notice'
import { StatCard } from '../stat-card'
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

/** Pixels that cannot be sold now, a rectangle each, and why. */
type Barred = { readonly area: readonly CellPosition[]; readonly why: string }

const AT_FIRST = 4

/** The reasons why pixels cannot be chosen, without a click on the grid. */
function BarredPixels({ pixels }: { pixels: readonly Barred[] }) {
	if (pixels.length === 0) return null
	const rest = pixels.slice(AT_FIRST)
	return (
		<Card title="Pixels that cannot be sold now">
			<List pixels={pixels.slice(0, AT_FIRST)} />
			{rest.length > 0 ? (
				<details>
					<summary className="flex min-h-11 cursor-pointer items-center text-sm text-accent">
						Show {rest.length} more
					</summary>
					<List pixels={rest} />
				</details>
			) : null}
		</Card>
	)
}

function List({ pixels }: { pixels: readonly Barred[] }) {
	return (
		<ul className="grid gap-2 text-sm">
			{pixels.map(({ area, why }) => (
				<li key={placeLabel(area)}>
					<span className="font-semibold">{placeLabel(area)}</span>
					<br />
					<span className="text-muted">{why}.</span>
				</li>
			))}
		</ul>
	)
}
