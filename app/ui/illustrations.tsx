import type { ReactNode } from 'react'

/* Five illustrations of the stages of ownership, in one style: the grid in thin gold lines on green, one thing lit. */

const CELL = 40
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

function Plate({ children }: { children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 480 360"
			className="h-auto w-full rounded-(--radius) text-gold"
			aria-hidden="true"
			focusable="false"
		>
			<rect width="480" height="360" className="fill-green" />
			<g fill="none" stroke="currentColor" strokeOpacity=".22">
				{range(11).map(index => (
					<path key={`v${index}`} d={`M${40 + index * CELL}.5 0V360`} />
				))}
				{range(8).map(index => (
					<path key={`h${index}`} d={`M0 ${40 + index * CELL}.5H480`} />
				))}
			</g>
			{children}
		</svg>
	)
}

function Block({
	column,
	row,
	width = 1,
	height = 1,
}: {
	column: number
	row: number
	width?: number
	height?: number
}) {
	return (
		<rect
			x={column * CELL + 1}
			y={row * CELL + 1}
			width={width * CELL - 1}
			height={height * CELL - 1}
			fill="currentColor"
		/>
	)
}

/** Choosing: a rectangle of cells with its corner marked. */
export function ChooseIllustration() {
	return (
		<Plate>
			<Block column={4} row={3} width={4} height={3} />
			<g fill="none" className="stroke-green">
				<path d="M200.5 120v120M240.5 120v120M280.5 120v120M160 160.5h160M160 200.5h160" />
			</g>
			<g fill="none" stroke="currentColor" strokeWidth="2">
				<path d="M148 132v-24h24M332 132v-24h-24M148 228v24h24" />
			</g>
			<path d="M318 238l0 46 12-11 9 20 9-4-9-20 17-1z" className="fill-ivory stroke-ink" strokeWidth="1.5" />
		</Plate>
	)
}

/** Purchasing: the sealed receipt of a transfer. */
export function PurchaseIllustration() {
	return (
		<Plate>
			<path d="M160 60h160v240l-20-12-20 12-20-12-20 12-20-12-20 12-20-12-20 12z" className="fill-ivory" />
			<g className="stroke-ink" fill="none" strokeOpacity=".55">
				<path d="M184 96h64M184 128h112M184 148h112M184 168h80" />
				<path d="M184 204h112" strokeOpacity=".9" />
				<path d="M184 224h48M268 224h28" strokeOpacity=".9" strokeWidth="2" />
			</g>
			<circle cx="320" cy="262" r="34" className="fill-wine" />
			<circle cx="320" cy="262" r="26" fill="none" stroke="currentColor" />
			<path d="M308 262l9 10 16-20" fill="none" stroke="currentColor" strokeWidth="2.5" />
		</Plate>
	)
}

/** Customising: a rotated picture over cells. */
export function CustomiseIllustration() {
	return (
		<Plate>
			<rect x="161" y="81" width="159" height="199" className="fill-blue" />
			<path d="M161 240l48-56 36 40 28-28 47 52v32H161z" fill="currentColor" fillOpacity=".85" />
			<circle cx="280" cy="122" r="17" className="fill-ivory" />
			<g fill="none" stroke="currentColor" strokeWidth="2">
				<path d="M160 80h160v200H160z" />
				<path d="M354 112a100 100 0 01 0 136M354 248l2-18M354 248l17-5" />
				<path d="M126 248a100 100 0 01 0-136M126 112l-2 18M126 112l-17 5" />
			</g>
			<g fill="none" stroke="currentColor" strokeOpacity=".5">
				<path d="M200.5 80v200M240.5 80v200M280.5 80v200M160 120.5h160M160 160.5h160M160 200.5h160M160 240.5h160" />
			</g>
		</Plate>
	)
}

/** Exposure: one lit block, seen from everywhere. */
export function ExposureIllustration() {
	const rays = range(24).map(index => {
		const angle = (index * Math.PI) / 12
		const at = (radius: number) =>
			`${(240 + radius * Math.cos(angle)).toFixed(1)} ${(180 + radius * Math.sin(angle)).toFixed(1)}`
		return `M${at(78)}L${at(index % 2 === 0 ? 150 : 118)}`
	})
	return (
		<Plate>
			<path d={rays.join('')} fill="none" stroke="currentColor" strokeWidth="1.5" />
			<Block column={5} row={4} width={2} height={1} />
			<path d="M200 160h80v40h-80z" fill="none" stroke="currentColor" strokeWidth="2" />
			<path
				d="M182 180c18-30 38-44 58-44s40 14 58 44c-18 30-38 44-58 44s-40-14-58-44z"
				fill="none"
				className="stroke-ivory"
				strokeWidth="2"
			/>
			<circle cx="240" cy="180" r="15" className="fill-ivory" />
			<circle cx="240" cy="180" r="6" className="fill-ink" />
		</Plate>
	)
}

/** Managing and selling: a block that passes from one side to the other. */
export function TransferIllustration() {
	return (
		<Plate>
			<Block column={2} row={4} width={2} height={2} />
			<rect
				x="321"
				y="161"
				width="79"
				height="79"
				fill="none"
				stroke="currentColor"
				strokeWidth="2"
				strokeDasharray="6 5"
			/>
			<g fill="none" className="stroke-ivory" strokeWidth="2">
				<path d="M120 140c50-66 190-66 240 0M360 140l-4-20M360 140l-20-3" />
				<path d="M360 260c-50 66-190 66-240 0M120 260l4 20M120 260l20 3" strokeOpacity=".55" />
			</g>
			<circle cx="240" cy="200" r="26" className="fill-wine" />
			<path d="M240 188v24M229 200h22" stroke="currentColor" strokeWidth="2" />
		</Plate>
	)
}
