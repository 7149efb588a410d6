import { smallImageUrl } from '~/domain/files/rules'
import type { Cell } from '~/domain/grid/layout'
import { lotNumber, lotSize, titleOf } from '~/domain/grid/lot'
import { pixelPath } from '~/domain/grid/pixel-path'
import { BlockPicture } from '../creatives/block-picture'
import { Money } from '../money'
import { Time } from '../time'

/** What stands beside the public grid while nobody points at it: single blocks, each a link to its page. */
export function Highlights({
	items,
}: {
	items: readonly {
		label: string
		cells: readonly Cell[]
		imageKey: string
		description: string
		/** When it was acquired, UTC ms. */
		since: number
		pence: number
	}[]
}) {
	return (
		<ul className="home-plates">
			{items.map(({ label, cells, imageKey, description, since, pence }) => {
				const { title } = titleOf(description)
				return (
					<li key={label}>
						<BlockPicture
							cells={cells.map(({ id }) => id)}
							src={smallImageUrl(imageKey)}
							label={description}
							className="plate"
						/>
						<div>
							<p className="kicker">{label}</p>
							<h2>
								<a href={pixelPath(cells[0]?.id ?? 0)}>{title ?? lotNumber(cells)}</a>
							</h2>
							<p className="text-sm text-muted">
								{lotNumber(cells)}, {lotSize(cells)}
							</p>
							<p className="figures text-sm">
								<Time at={since} dateOnly />, <Money pence={pence} />
							</p>
						</div>
					</li>
				)
			})}
		</ul>
	)
}
