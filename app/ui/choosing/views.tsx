import { Fragment, type ReactNode } from 'react'
import type { Direction } from '~/domain/grid/geometry-rules'
import { findNextRegion, type Region } from '~/domain/grid/regions'

const BESIDE: readonly [Direction, string][] = [
	['left', 'Left'],
	['right', 'Right'],
	['up', 'Up'],
	['down', 'Down'],
]

/** Buttons to the neighbouring regions; the form carries the selection along. */
export function Views({ region, path }: { region: Region; path: string }) {
	return (
		<nav className="grid-views" aria-label="Larger views">
			{/* The Enter key presses the form's first button, which must not change the view. */}
			<button type="submit" name="intent" value="select" hidden>
				Select
			</button>
			<p className="font-semibold">{region.name}</p>
			<div className="actions">
				<ViewButton path={path} view="">
					The whole grid
				</ViewButton>{' '}
				{BESIDE.map(([direction, word]) => {
					const beside = findNextRegion(region, direction)
					return beside ? (
						<Fragment key={direction}>
							<ViewButton path={path} view={beside.id}>
								{word}
								<span className="sr-only">: {beside.name}</span>
							</ViewButton>{' '}
						</Fragment>
					) : null
				})}
			</div>
		</nav>
	)
}

function ViewButton({ path, view, children }: { path: string; view: string; children: ReactNode }) {
	return (
		<button
			className="btn btn-secondary"
			type="submit"
			name="view"
			value={view}
			formMethod="get"
			formAction={`${path}#cells`}
		>
			{children}
		</button>
	)
}
