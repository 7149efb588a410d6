import { drawRosette, phases, ringWave } from '~/domain/certificates/guilloche'
import { formatSeal } from '~/domain/certificates/rules'
import { describeCells } from '~/domain/grid/cell-names'
import { CANVAS, type Cell } from '~/domain/grid/layout'

/** The centre of the area in which waves are not clipped. */
const MIDDLE = { x: CANVAS.width / 2, y: CANVAS.height / 2 }

/** The grid on a certificate: the rosette of the place, with the place itself in the middle. */
export function CertificatePlate({ cells }: { cells: readonly Cell[] }) {
	const { centre, circles, waves } = drawRosette(cells)
	return (
		<svg
			className="block h-auto w-full border border-accent fill-none"
			role="img"
			aria-label={`The grid, with the place of ${describeCells(cells)}`}
			viewBox={`0 0 ${CANVAS.width} ${CANVAS.height}`}
		>
			<path className="stroke-green stroke-[0.045] opacity-70" d={waves.join('')} />
			{circles.map(radius => (
				<circle key={radius} className="stroke-accent stroke-[0.1]" cx={centre.x} cy={centre.y} r={radius} />
			))}
			<g className="fill-green stroke-gold stroke-[0.15]">
				{cells.map(({ id, x, y, w, h }) => (
					<rect key={id} x={x} y={y} width={w} height={h} />
				))}
			</g>
		</svg>
	)
}

/** The seal of the house, with the number of the lot. */
export function Seal({ house, cells }: { house: string; cells: readonly Cell[] }) {
	const text = formatSeal(house, cells)
	const ring = (inner: number, outer: number, waves: number) =>
		phases(3, phase => ringWave(MIDDLE, { inner, outer, waves, phase })).join('')
	return (
		<svg
			className="size-[clamp(5.5rem,26vw,8rem)] flex-none fill-none stroke-accent stroke-[0.15]"
			role="img"
			aria-label={text}
			viewBox="0 1 40 40"
		>
			<path d={ring(17, 20, 42) + ring(6, 12, 40)} />
			<circle cx={MIDDLE.x} cy={MIDDLE.y} r="17" />
			<circle cx={MIDDLE.x} cy={MIDDLE.y} r="12" />
			<path
				id="seal-ring"
				className="stroke-none"
				d="M20 7.4a13.6 13.6 0 0 1 0 27.2a13.6 13.6 0 0 1 0 -27.2"
			/>
			<text
				className="fill-accent stroke-none font-sans text-[2.4px] font-semibold"
				textLength="84"
				lengthAdjust="spacing"
			>
				<textPath href="#seal-ring">{text}</textPath>
			</text>
			<path d="M17.3 18.3h5.4v5.4h-5.4zM17.3 20.1h5.4M17.3 21.9h5.4M19.1 18.3v5.4M20.9 18.3v5.4" />
			<rect className="fill-accent stroke-none" x="19.1" y="20.1" width="1.8" height="1.8" />
		</svg>
	)
}
