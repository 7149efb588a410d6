import { Fragment, memo } from 'react'
import type { Direction } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { REGIONS, type Region, regionBeside } from '~/domain/grid/regions'

const BESIDE: readonly [Direction, string][] = [
	['left', 'Left'],
	['right', 'Right'],
	['up', 'Up'],
	['down', 'Down'],
]

/**
 * Larger views of parts of the grid, for browsers without scripts. From the whole grid links lead into them; from view
 * to view the form carries the selection along.
 */
export const Views = memo(function Views({
	region,
	selected,
	path,
}: {
	region: Region | undefined
	selected: readonly number[]
	path: string
}) {
	const cells = cellsByIds(selected).map(cell => ['cell', String(cell.id)])
	const address = (view: string | undefined) => {
		const query = new URLSearchParams([...(view ? [['view', view]] : []), ...cells])
		return `${path}${query.size > 0 ? `?${query}` : ''}#cells`
	}
	if (!region) {
		return (
			<nav className="grid-views without-scripts" aria-label="Larger views">
				<p className="help">
					Each part of the grid has a larger view, with cells that are easy to hit. A selection may go on from
					view to view.
				</p>
				<ul>
					{REGIONS.map(({ id, name, w }) => (
						<li key={id} className={`part-${w}`}>
							<a className="link" href={address(id)}>
								{name}
							</a>{' '}
						</li>
					))}
				</ul>
			</nav>
		)
	}
	return (
		<nav className="grid-views" aria-label="Larger views">
			{/* What Enter in a field of the form presses: the first button, which must not be a change of the view. */}
			<button type="submit" name="intent" value="select" hidden>
				Select
			</button>
			<p className="font-semibold">{region.name}</p>
			<div className="actions">
				<button
					className="btn btn-secondary"
					type="submit"
					name="view"
					value=""
					formMethod="get"
					formAction={`${path}#cells`}
				>
					The whole grid
				</button>{' '}
				{BESIDE.map(([direction, word]) => {
					const beside = regionBeside(region, direction)
					return beside ? (
						<Fragment key={direction}>
							<button
								className="btn btn-secondary"
								type="submit"
								name="view"
								value={beside.id}
								formMethod="get"
								formAction={`${path}#cells`}
							>
								{word}
								<span className="sr-only">: {beside.name}</span>
							</button>{' '}
						</Fragment>
					) : null
				})}
			</div>
		</nav>
	)
})
