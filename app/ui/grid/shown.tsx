import { PIXELS_PATH } from '~/domain/grid/pixel-path'

/** The place beside the public grid where scripts show what one points at. */
export function ShownPlace() {
	return (
		<div className="pixel-shown" data-empty="">
			<canvas hidden />
			<p className="shown-words" />
			<p className="shown-size" />
			<p>
				<a className="btn btn-secondary" href="/user/pixels/buy">
					Buy Pixels
				</a>
			</p>
		</div>
	)
}

/**
 * The ways to the pages of blocks and pixels that need no pointing; the second is for whom no script names the cells.
 */
export function OtherWays() {
	return (
		<div className="other-ways">
			<p>
				<a className="link" href={PIXELS_PATH}>
					List of all blocks
				</a>
			</p>
			<p className="without-scripts">
				<a className="link" href="/user/pixels/buy">
					Choose pixels by row and column
				</a>
			</p>
		</div>
	)
}
