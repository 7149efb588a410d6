import { CANVAS, type Cell, type CellType, cellsByIds } from '~/domain/grid/layout'
import { compositeAddress, PLAIN_WIDTH } from '~/domain/grid/picture/composite'
import { REGIONS, type Region } from '~/domain/grid/regions'
import { type CellState, type GridMode, isClickable } from '~/domain/grid/rules'
import { drawRects } from '~/domain/grid/surroundings'
import { groupBy } from '~/domain/group-by'
import { formatPounds } from '~/domain/money'
import { capitalize } from '~/domain/text'
import { STATE_FILL } from '../grid/place-picture'

type Map = {
	mode: GridMode
	/** The page that shows a region enlarged. */
	path: string
	/** The states as the viewer sees them, cell `id` at `id - 1`. */
	states: readonly CellState[]
	/** Ids of the viewer's cells that are in an invitation. */
	invited: ReadonlySet<number>
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	compositeHash: string | null
	/** Ids that stay selected from view to view. */
	selected: readonly number[]
}

/** The four bands of the grid from top to bottom, each with its regions from the left and the types of its cells. */
const BANDS = [...groupBy(REGIONS, ({ y }) => y).values()].map(regions => {
	const types = new Set(regions.flatMap(({ cells }) => cells.map(({ type }) => type)))
	return { regions, types: [...types].sort(a => (a === 'large' ? 1 : -1)) }
})

/**
 * The grid as fifteen pictures, for browsers without scripts: each links to an enlarged region with cells that can be
 * touched, and says how many of them can be selected. To sell or manage, only those with cells of the viewer's.
 */
export function RegionMap({ path, selected, prices, ...shown }: Map) {
	const { mode, states } = shown
	const kept = selected.map(id => ['cell', String(id)])
	const chosen = cellsByIds(selected)
	const own = REGIONS.filter(({ cells }) =>
		cells.some(({ id }) => states[id - 1] === 'owned' || shown.invited.has(id)),
	)
	const isOwn = (mode === 'sell' || mode === 'manage') && own.length > 0
	const isShown = (region: Region) => !isOwn || own.includes(region)
	return (
		<nav className="region-map" aria-label="Larger views">
			<p className="help">
				Tap a region to enlarge it. From there you can go on to the regions beside it
				{states.some(state => isClickable(mode, state)) ? ' and keep what you have ticked' : ''}.
			</p>
			{BANDS.filter(({ regions }) => regions.some(isShown)).map(({ regions, types }, at, bands) => (
				<div key={regions[0]?.id}>
					{regions[0]?.type === bands[at - 1]?.regions[0]?.type ? null : (
						<p className="flex justify-between px-2 py-1 text-(length:--text-xs) text-gold">
							{types.map(type => (
								<span key={type}>
									{capitalize(type)} {formatPounds(prices[type])}{' '}
								</span>
							))}
						</p>
					)}
					<ul>
						{regions.filter(isShown).map(region => (
							<li
								key={region.id}
								className={isOwn ? 'col-span-20 last:odd:col-span-40' : `col-span-${region.w}`}
							>
								<a href={`${path}?${new URLSearchParams([['view', region.id], ...kept])}#cells`}>
									<span className="sr-only">{region.name}: </span>
									<RegionPicture {...shown} region={region} chosen={chosen} />
									{formatClickableCount(region, shown)}
								</a>{' '}
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	)
}

type Shown = Pick<Map, 'mode' | 'states' | 'invited' | 'compositeHash'>

function formatClickableCount({ cells }: Region, { mode, states, invited }: Shown): string {
	const count = cells.filter(({ id }) => isClickable(mode, states[id - 1] ?? 'available')).length
	if (mode === 'sell' || mode === 'manage') {
		const offered = cells.filter(({ id }) => invited.has(id)).length
		return count > 0 ? `${count} yours` : offered > 0 ? `${offered} invited` : 'None'
	}
	if (mode === 'admin') return `${count} of ${cells.length}`
	return count > 0 ? `${count} free` : 'Sold Out'
}

function RegionPicture({
	region: { x, y, w, h, cells },
	chosen,
	mode,
	states,
	compositeHash,
}: Omit<Shown, 'invited'> & { region: Region; chosen: readonly Cell[] }) {
	const byState = groupBy(cells, ({ id }) => states[id - 1] ?? 'available')
	return (
		<svg aria-hidden="true" viewBox={`${x} ${y} ${w} ${h}`}>
			{[...byState].map(([state, ofState]) => (
				<path
					key={state}
					className={`${STATE_FILL[state]} stroke-ink stroke-[0.08]`}
					d={drawRects(ofState)}
				/>
			))}
			{compositeHash ? (
				<image
					href={compositeAddress(compositeHash, PLAIN_WIDTH, 'webp')}
					width={CANVAS.width}
					height={CANVAS.height}
					preserveAspectRatio="none"
				/>
			) : null}
			{mode === 'sell' || mode === 'manage' ? (
				<path className="fill-none stroke-blue stroke-[0.25]" d={drawRects(byState.get('owned') ?? [])} />
			) : null}
			{chosen.length > 0 ? (
				<path className="fill-none stroke-white stroke-[0.25]" d={drawRects(chosen)} />
			) : null}
		</svg>
	)
}
