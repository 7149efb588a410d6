/** The place beside the public grid where scripts show what one points at, among its neighbours. */
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
