import { formatPlace } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { type CellPosition, splitIntoRectangles } from '~/domain/grid/selection/rectangle-rules'
import { Card } from '../card'

/** Pixels that cannot be sold now, one rectangle each, and why. */
export type Barred = { readonly area: readonly CellPosition[]; readonly why: string }

/** Groups pixels that cannot be sold, with the reason of each, into rectangles. */
export function groupBarred(barred: ReadonlyMap<number, string>): Barred[] {
	return [...new Set(barred.values())].flatMap(why => {
		const ids = [...barred].filter(([, reason]) => reason === why).map(([cell]) => cell)
		return splitIntoRectangles(cellsByIds(ids)).map(area => ({ area, why }))
	})
}

const AT_FIRST = 4

/** The reasons why pixels cannot be selected, without clicking on the grid. */
export function BarredPixels({ pixels }: { pixels: readonly Barred[] }) {
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
				<li key={formatPlace(area)}>
					<span className="font-semibold">{formatPlace(area)}</span>
					<br />
					<span className="text-muted">{why}.</span>
				</li>
			))}
		</ul>
	)
}
