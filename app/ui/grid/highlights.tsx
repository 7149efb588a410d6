import { smallImageUrl } from '~/domain/files/rules'
import type { Cell } from '~/domain/grid/layout'
import { describeLotPlace, describeLotSize, formatLotNumber, splitTitle } from '~/domain/grid/lot'
import { pixelPath } from '~/domain/grid/pixel-path'
import { capitalize } from '~/domain/text'
import { BlockPicture } from '../creatives/block-picture'
import { Money } from '../money'
import { Time } from '../time'
import { PlaceMap } from './place-map'

/** A lot next to the grid. Without an image it is free. */
export type Highlighted = {
	label: string
	cells: readonly Cell[]
	pence: number
	imageKey?: string
	description?: string
	/** When it was acquired, UTC ms. */
	since?: number
}

/** Single lots next to the public grid while no cell is under the pointer, each a link to its page. */
export function Highlights({ items }: { items: readonly Highlighted[] }) {
	if (items.length === 0) return null
	return (
		<ul className="home-plates border-t border-accent">
			{items.map(({ label, cells, imageKey, description = '', since, pence }) => {
				const title = splitTitle(description).title ?? formatLotNumber(cells)
				const size = describeLotSize(cells)
				return (
					<li
						key={formatLotNumber(cells)}
						className="relative grid grid-cols-[min(7.5rem,36%)_minmax(0,1fr)] items-center gap-[min(1rem,4vw)] border-b border-line py-3.5 min-[30rem]:grid-cols-[10.5rem_minmax(0,1fr)] min-[30rem]:gap-5 grand:grid-cols-[clamp(16rem,100dvh-64rem,20rem)_minmax(0,1fr)] grand:gap-8"
					>
						{imageKey ? (
							<BlockPicture
								cells={cells.map(({ id }) => id)}
								src={smallImageUrl(imageKey)}
								label={description}
								className="aspect-168/106 w-full"
								plate={168 / 106}
							/>
						) : (
							<PlaceMap
								cells={cells}
								label={`On the grid: ${describeLotPlace(cells)}`}
								className="aspect-168/106 w-full bg-raised p-2"
							/>
						)}
						<div>
							<p className="kicker">{label}</p>
							<h2 className="mt-0.5 leading-[1.2] wrap-anywhere">
								{/* The link covers the whole plate. */}
								<a
									className="after:absolute after:inset-0 hover:text-accent"
									href={pixelPath(cells[0]?.id ?? 0)}
								>
									{imageKey ? title : capitalize(size)}
								</a>
							</h2>
							<p className="text-sm text-muted">
								{formatLotNumber(cells)}, {imageKey ? size : describeLotPlace(cells)}
							</p>
							<p className="figures text-sm">
								{since === undefined ? null : (
									<>
										<Time at={since} dateOnly />,{' '}
									</>
								)}
								<Money pence={pence} />
							</p>
						</div>
					</li>
				)
			})}
		</ul>
	)
}
