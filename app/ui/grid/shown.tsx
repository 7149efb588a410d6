/** The place next to the public grid where scripts show the cell under the pointer with its surroundings. */
export function ShownPlace() {
	return (
		<div className="pixel-shown" data-empty="">
			<canvas />
			<div>
				<output className="pixel-readout" aria-live="off" />
				<p className="shown-words" />
				<p className="shown-size" />
			</div>
			<p>
				<a className="link link-alone" href="/user/pixels/buy">
					Buy Pixels
				</a>
			</p>
		</div>
	)
}
