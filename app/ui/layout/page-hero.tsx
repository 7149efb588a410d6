import type { ReactNode } from 'react'
import type { UnitRect } from '~/domain/grid/layout'
import { cropAddress } from '~/domain/grid/picture/composite'
import { CROP } from '~/domain/grid/picture/crop'
import type { GridCrop } from '~/domain/grid/picture/crop.server'
import { STATE_FILL } from '../grid/place-picture'

type Props = {
	kicker: string
	title: string
	/** Null when the grid cannot be read. */
	crop: GridCrop | null
	children: ReactNode
}

/** The header of a public page: a small line, the title, a first paragraph, and next to them a section of the grid. */
export function PageHero({ kicker, title, crop, children }: Props) {
	return (
		<header className="wrap grid items-center gap-x-16 gap-y-10 pt-16 pb-14 md:pt-24 md:pb-20 print:py-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
			<div className="grid gap-6">
				<p className="kicker">{kicker}</p>
				<h1 className="max-w-text text-2xl min-[120rem]:max-w-[56rem] min-[120rem]:text-[5.5rem]/[1.08]">
					{title}
				</h1>
				<hr className="rule" />
				<p className="max-w-text text-lg text-muted min-[120rem]:max-w-[50rem]">{children}</p>
			</div>
			{crop ? <Crop crop={crop} /> : null}
		</header>
	)
}

/** The gap between two cells, in units of one tiny cell. */
const SEAM = 0.05

/** A section of the real grid: the cells as lines over the images of their owners. */
function Crop({ crop: { name, hash, rows, cells, seams } }: { crop: GridCrop }) {
	return (
		<figure className="grid gap-2.5 print:hidden">
			<div className="relative aspect-2/1 overflow-hidden bg-ink lg:aspect-4/3">
				{hash ? <CropPicture hash={hash} name={name} /> : null}
				<svg
					aria-hidden="true"
					className="absolute inset-0 size-full"
					viewBox={`0 0 ${CROP.w} ${CROP.h}`}
					preserveAspectRatio="xMidYMid slice"
				>
					{cells.map(([state, rects]) => (
						<path key={state} className={STATE_FILL[state]} d={rects.map(drawFace).join('')} />
					))}
					<path className="fill-none stroke-ink stroke-[0.05]" d={seams.map(drawSeam).join('')} />
				</svg>
			</div>
			<figcaption className="text-xs text-muted">
				Rows {rows[0]} to {rows[1]} of the grid, as they stand now.
			</figcaption>
		</figure>
	)
}

function CropPicture({ hash, name }: { hash: string; name: GridCrop['name'] }) {
	return (
		<picture>
			<source type="image/avif" srcSet={cropAddress(hash, name, 'avif')} />
			<img
				className="absolute inset-0 size-full object-cover"
				src={cropAddress(hash, name, 'webp')}
				width={CROP.w * CROP.unit}
				height={CROP.h * CROP.unit}
				alt=""
				fetchPriority="low"
				decoding="async"
			/>
		</picture>
	)
}

function drawFace({ x, y, w, h }: UnitRect): string {
	return `M${x} ${y}h${w - SEAM}v${h - SEAM}h${SEAM - w}z`
}

function drawSeam({ x, y, w, h, side }: GridCrop['seams'][number]): string {
	return side === 'right' ? `M${x + w - SEAM / 2} ${y}v${h}` : `M${x} ${y + h - SEAM / 2}h${w}`
}
