import { Icon, type IconName } from '~/ui/icon'
import { ZOOM_RANGE } from './use-zoom'

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

type Props = {
	isReady: boolean
	zoom: number
	zoomIn: () => void
	zoomOut: () => void
	undo: (() => void) | undefined
	redo: (() => void) | undefined
	fingerDrawing: { isOn: boolean; set: (isOn: boolean) => void } | undefined
}

/** Grid actions that need scripts; their space is reserved until the scripts work. */
export function Toolbar({ isReady, zoom, zoomIn, zoomOut, undo, redo, fingerDrawing }: Props) {
	const [min, max] = ZOOM_RANGE
	return (
		<div className="grid-tools with-scripts" role="toolbar" aria-label="Tools of the grid">
			{isReady ? (
				<>
					<Tool
						icon="zoom-out"
						label="Zoom out"
						keys="−, or Ctrl and the wheel"
						use={zoom > min ? zoomOut : undefined}
					/>
					<output className="figures" aria-label="Zoom">
						{figures.format(zoom)}×
					</output>
					<Tool
						icon="zoom-in"
						label="Zoom in"
						keys="+, or Ctrl and the wheel"
						use={zoom < max ? zoomIn : undefined}
					/>
					<Tool icon="undo" label="Undo" keys="Ctrl Z" use={undo} />
					<Tool icon="redo" label="Redo" keys="Ctrl Shift Z" use={redo} />
					{fingerDrawing ? (
						<button
							type="button"
							className="icon-btn with-finger"
							aria-pressed={fingerDrawing.isOn}
							aria-label="Draw a rectangle"
							title="Draw a rectangle"
							onClick={() => fingerDrawing.set(!fingerDrawing.isOn)}
						>
							<Icon name="draw" />
						</button>
					) : null}
				</>
			) : null}
		</div>
	)
}

type ToolProps = {
	icon: IconName
	label: string
	/** The keys for the same action. */
	keys: string
	use: (() => void) | undefined
}

function Tool({ icon, label, keys, use }: ToolProps) {
	return (
		<button
			type="button"
			className="icon-btn"
			aria-label={label}
			aria-description={keys}
			title={`${label} (${keys})`}
			aria-disabled={use === undefined}
			onClick={use}
		>
			<Icon name={icon} />
		</button>
	)
}
