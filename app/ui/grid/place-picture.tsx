import type { ReactNode } from 'react'
import { fileUrl, SMALL_EDGE, smallImageUrl } from '~/domain/files/rules'
import type { UnitRect } from '~/domain/grid/layout'
import type { CellState } from '~/domain/grid/rules'
import type { Surroundings } from '~/domain/grid/surroundings'

/** The colour of each state of a cell in drawings. */
export const STATE_FILL: Readonly<Record<CellState, string>> = {
	available: 'fill-green',
	owned: 'fill-blue',
	'user-reserved': 'fill-wine',
	'admin-reserved': 'fill-slate',
	invited: 'fill-[orange]',
}

/* The direction of the lines in reserved cells, as in grid.css. */
const HATCHES: readonly (readonly [state: CellState, degrees: number])[] = [
	['user-reserved', 45],
	['admin-reserved', 90],
]

/* Lines have the same width at any size. */
const LINE = { fill: 'none', strokeLinecap: 'square' } as const

/**
 * Cells and their surroundings: the live grid, rendered by the server. It fills the width that `className` gives it.
 * `frame`: gold for the subject of a page, white for a selection. `image`: the address of the cells' own image, when
 * the grid does not show it yet. `marks`: rectangles with a letter each. `unit`: the maximum number of page pixels per
 * tiny cell, which decides the resolution of the images.
 */
export function PlacePicture({
	place: { view, cells, blocks, seams, own },
	label,
	frame = 'gold',
	image,
	marks = [],
	unit = 27,
	className = '',
	fixed = false,
	children,
}: {
	place: Surroundings
	/** Null if the surrounding frame is labelled. */
	label: string | null
	frame?: 'gold' | 'selected' | 'none'
	image?: string | undefined
	marks?: readonly { name: string; box: UnitRect }[]
	unit?: number
	className?: string
	/** Whether it is exactly `unit` pixels large. */
	fixed?: boolean
	/** Drawn over the cells, in units of one tiny cell. */
	children?: ReactNode
}) {
	return (
		<svg
			className={`place-picture block bg-ink [&_path]:[vector-effect:non-scaling-stroke] ${className}`}
			role={label === null ? undefined : 'img'}
			aria-label={label ?? undefined}
			aria-hidden={label === null}
			viewBox={`${view.x} ${view.y} ${view.w} ${view.h}`}
			preserveAspectRatio={getAspectRatio(view, own.box)}
			{...(fixed ? { width: view.w * unit, height: view.h * unit } : {})}
		>
			{HATCHES.map(([state, degrees]) => (
				<pattern
					key={state}
					id={`place-${state}`}
					width="0.2"
					height="0.2"
					patternUnits="userSpaceOnUse"
					patternTransform={`rotate(${degrees})`}
				>
					<path className="stroke-white/17" d="M0 0v0.2" />
				</pattern>
			))}
			{cells.map(([state, path, marks]) => (
				<g key={state}>
					<path className={STATE_FILL[state]} d={path} />
					{marks ? <path className={state === 'owned' ? 'fill-mist' : 'fill-ink'} d={marks} /> : null}
					{HATCHES.some(([hatched]) => hatched === state) ? (
						<path fill={`url(#place-${state})`} d={path} />
					) : null}
				</g>
			))}
			{blocks.map(({ id, imageKey, box, clip }) => {
				const isSmall = Math.max(box.w, box.h) * unit * 2 <= SMALL_EDGE
				return (
					<Cut key={id} id={id} clip={clip}>
						<image {...toImageFrame(box)} href={isSmall ? smallImageUrl(imageKey) : fileUrl(imageKey)} />
					</Cut>
				)
			})}
			<path {...LINE} className="stroke-ink" shapeRendering="crispEdges" d={seams} />
			{image ? (
				<Cut id={0} clip={own.cells}>
					<image {...toImageFrame(own.box)} href={image} />
				</Cut>
			) : null}
			{frame === 'selected' && !image ? (
				<path {...LINE} className="stroke-white/60" shapeRendering="crispEdges" d={own.cells} />
			) : null}
			{marks.map(mark => (
				<PlaceMark key={mark.name} {...mark} view={view} />
			))}
			{frame === 'none' ? null : (
				<>
					<path
						{...LINE}
						className={`stroke-6 ${frame === 'gold' ? 'stroke-ink' : 'stroke-white'}`}
						d={own.outline}
					/>
					<path {...LINE} className="stroke-gold stroke-2" d={own.outline} />
				</>
			)}
			{children}
		</svg>
	)
}

type PlaceMarkProps = {
	name: string
	box: UnitRect
	view?: UnitRect
	scale?: number
}

/**
 * A letter on a rectangle, `scale` times the size that suits a small section of the grid; in the middle of what `view`
 * shows of it.
 */
export function PlaceMark({ name, box: { x, y, w, h }, view, scale = 1 }: PlaceMarkProps) {
	const middleX = view ? getVisibleMiddle(x, w, view.x, view.w) : x + w / 2
	const middleY = view ? getVisibleMiddle(y, h, view.y, view.h) : y + h / 2
	return (
		<g className="place-mark">
			<rect
				className="fill-none stroke-gold"
				strokeDasharray="3 3"
				vectorEffect="non-scaling-stroke"
				x={x + 0.06}
				y={y + 0.06}
				width={w - 0.12}
				height={h - 0.12}
			/>
			<circle
				className="fill-ink stroke-gold"
				strokeWidth="0.02"
				cx={middleX}
				cy={middleY}
				r={0.27 * scale}
			/>
			<text
				className="fill-gold font-semibold"
				x={middleX}
				y={middleY + 0.09 * scale}
				fontSize={0.25 * scale}
				textAnchor="middle"
			>
				{name}
			</text>
		</g>
	)
}

/* The middle of the part of a length that lies within another. */
function getVisibleMiddle(from: number, length: number, start: number, size: number): number {
	return (Math.max(from, start) + Math.min(from + length, start + size)) / 2
}

/* In a frame of other proportions the sides are cropped, unless that might crop the subject. */
function getAspectRatio(view: UnitRect, own: UnitRect): string {
	if (own.w > view.w / 2 || own.h > view.h / 2) return 'xMidYMid meet'
	const align = (middle: number) => (middle < 0.4 ? 'Min' : middle > 0.6 ? 'Max' : 'Mid')
	const [x, y] = [(own.x + own.w / 2 - view.x) / view.w, (own.y + own.h / 2 - view.y) / view.h]
	return `x${align(x)}Y${align(y)} slice`
}

function toImageFrame({ x, y, w: width, h: height }: Surroundings['view']) {
	return { x, y, width, height, preserveAspectRatio: 'xMidYMid slice' } as const
}

/** Ids are derived from cells, so pictures of the same cells on one page may share them. */
function Cut({ id, clip, children }: { id: number; clip: string | null; children: ReactNode }) {
	if (clip === null) return children
	return (
		<g clipPath={`url(#cut-${id}-${clip.length})`}>
			<clipPath id={`cut-${id}-${clip.length}`}>
				<path d={clip} />
			</clipPath>
			{children}
		</g>
	)
}
