import { formatLotNumber } from '~/domain/grid/lot'
import type { NamedBlock } from '~/domain/grid/pixel.server'
import { pixelPath } from '~/domain/grid/pixel-path'
import type { LotData } from './data'

/** Links to the grid, and to the lots before and after this one. */
export function Breadcrumb({ pixel: { cells, before, after } }: { pixel: LotData }) {
	return (
		<nav className="-mb-6 flex flex-wrap gap-x-5 text-xs text-muted lg:-mb-8" aria-label="Lots">
			<span className="mr-auto flex items-center gap-2">
				<a className="link inline-flex min-h-11 items-center" href="/">
					The grid
				</a>{' '}
				/ {formatLotNumber(cells)}
			</span>{' '}
			{before ? <LotLink block={before} words="Previous" /> : null}{' '}
			{after ? <LotLink block={after} words="Next" /> : null}
		</nav>
	)
}

function LotLink({ block: { id, lot, name }, words }: { block: NamedBlock; words: string }) {
	return (
		<a className="link inline-flex min-h-11 items-center" href={pixelPath(id)}>
			{words}
			<span className="whitespace-pre max-sm:sr-only">
				: {lot}, {name}
			</span>
		</a>
	)
}
