import type { ReactNode } from 'react'
import { phases, ringWave } from '~/domain/certificates/guilloche'
import type { UnitRect } from '~/domain/grid/layout'

/* Five illustrations of the stages of ownership, engraved like a certificate: the grid in thin gold lines on green,
   hatching, rosettes, one thing lit. In units of one tiny cell of the grid. */

const SIZE = { w: 40, h: 30 }
/** The side of a cell. */
const CELL = 2.5
const HATCH = 0.5

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function Plate({ children }: { children: ReactNode }) {
	const down = range(SIZE.w / CELL - 1).map(index => `M${(index + 1) * CELL} 0V${SIZE.h}`)
	const across = range(SIZE.h / CELL - 1).map(index => `M0 ${(index + 1) * CELL}H${SIZE.w}`)
	return (
		<svg
			viewBox={`0 0 ${SIZE.w} ${SIZE.h}`}
			className="w-full fill-none stroke-gold stroke-[0.09] max-md:aspect-3/2"
			preserveAspectRatio="xMidYMid slice"
			aria-hidden="true"
			focusable="false"
		>
			<rect className="fill-green stroke-none" width={SIZE.w} height={SIZE.h} />
			<path className="opacity-25" d={[...down, ...across].join('')} />
			{children}
		</svg>
	)
}

/** A rectangle of diagonal lines. */
function Hatched({ x, y, w, h }: UnitRect) {
	const lines = range((w + h) / HATCH - 1).map(index => {
		const at = (index + 1) * HATCH
		const from = `${x + Math.max(0, at - h)} ${y + Math.min(at, h)}`
		return `M${from}L${x + Math.min(at, w)} ${y + Math.max(0, at - w)}`
	})
	return (
		<>
			<rect className="fill-green" x={x} y={y} width={w} height={h} />
			<path d={lines.join('')} />
		</>
	)
}

/** Rings of waves around a point. `radii`: from the inside to the outside. */
function Rosette({ x, y, radii, waves = 24 }: { x: number; y: number; radii: number[]; waves?: number }) {
	const rings = radii.slice(1).map((outer, index) => {
		const ring = { inner: radii[index] ?? 0, outer, waves: waves + index * 6 }
		return phases(4, phase => ringWave({ x, y }, { ...ring, phase })).join('')
	})
	return (
		<>
			<path d={rings.join('')} />
			{radii.map(radius => (
				<circle key={radius} cx={x} cy={y} r={radius} />
			))}
		</>
	)
}

/** Choosing: a rectangle of cells with its corners marked. */
export function ChooseIllustration() {
	return (
		<Plate>
			<Hatched x={12.5} y={10} w={15} h={10} />
			<path className="stroke-green stroke-[0.3]" d="M15 10v10M17.5 10v10M20 10v10M22.5 10v10M25 10v10" />
			<path className="stroke-green stroke-[0.3]" d="M12.5 12.5h15M12.5 15h15M12.5 17.5h15" />
			<rect className="stroke-[0.2]" x="12.5" y="10" width="15" height="10" />
			<path className="stroke-[0.2]" d="M11 12v-3.5h3.5M29 12v-3.5h-3.5M11 18v3.5h3.5M29 18v3.5h-3.5" />
		</Plate>
	)
}

/** Purchasing: the sealed receipt of a transfer. */
export function PurchaseIllustration() {
	return (
		<Plate>
			<rect className="fill-ivory" x="12.5" y="5" width="15" height="20" />
			<rect x="13.25" y="5.75" width="13.5" height="18.5" />
			<g className="stroke-ink/60">
				<path d="M15 8.5h6M15 11h10M15 12.5h10M15 14h7" />
			</g>
			<g className="stroke-ink/40">
				<Rosette x={17.5} y={19.5} radii={[0.9, 1.9, 3]} waves={14} />
			</g>
			<circle className="fill-wine" cx="27.5" cy="20" r="4" />
			<Rosette x={27.5} y={20} radii={[1.2, 2.4, 3.6]} waves={18} />
		</Plate>
	)
}

/** Customising: a picture over cells, upright and turned. */
export function CustomiseIllustration() {
	return (
		<Plate>
			<rect className="stroke-[0.14]" strokeDasharray="0.6 0.45" x="10" y="10" width="20" height="10" />
			<rect className="fill-blue" x="15" y="5" width="10" height="20" />
			<g className="stroke-ivory">
				<Rosette x={20} y={15} radii={[1.2, 2.6, 4.4]} />
			</g>
			<path className="opacity-50" d="M17.5 5v20M20 5v20M22.5 5v20" />
			<path
				className="opacity-50"
				d="M15 7.5h10M15 10h10M15 12.5h10M15 15h10M15 17.5h10M15 20h10M15 22.5h10"
			/>
			<rect className="stroke-[0.2]" x="15" y="5" width="10" height="20" />
		</Plate>
	)
}

/** Exposure: one lit block, and what spreads from it. */
export function ExposureIllustration() {
	return (
		<Plate>
			<Hatched x={2.5} y={5} w={5} h={5} />
			<Hatched x={32.5} y={2.5} w={5} h={7.5} />
			<Hatched x={5} y={22.5} w={7.5} h={5} />
			<Hatched x={30} y={22.5} w={5} h={5} />
			<circle className="fill-green" cx="20" cy="15" r="13.5" />
			<Rosette x={20} y={15} radii={[4.2, 6.2, 9.2, 13.5]} />
			<rect className="fill-gold" x="17.5" y="12.5" width="5" height="5" />
		</Plate>
	)
}

/** Managing and selling: a block that passes from one side to the other. */
export function TransferIllustration() {
	const curves = [-12, -9, -6, -3, 0, 3, 6, 9, 12].map(
		bend => `M12.5 15C17.5 ${15 - bend} 22.5 ${15 + bend} 27.5 15`,
	)
	return (
		<Plate>
			<path d={curves.join('')} />
			<Hatched x={5} y={10} w={7.5} h={10} />
			<rect className="stroke-[0.2]" x="5" y="10" width="7.5" height="10" />
			<rect
				className="fill-green stroke-[0.14]"
				strokeDasharray="0.6 0.45"
				x="27.5"
				y="10"
				width="7.5"
				height="10"
			/>
			<circle className="fill-wine" cx="20" cy="15" r="3" />
			<Rosette x={20} y={15} radii={[0.9, 1.8, 2.7]} waves={16} />
		</Plate>
	)
}
