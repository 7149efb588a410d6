import type { ReactNode } from 'react'
import { describeCells } from '~/domain/grid/describe-cells'
import type { Cell } from '~/domain/grid/layout'
import type { Place } from '~/domain/grid/place'
import { PlacePicture } from './place-picture'

/**
 * What a page is about, in sight: the place among its neighbours, and below it (beside it on a phone) where it lies.
 */
export function PlaceCard({
	place,
	cells,
	title,
	frame = 'gold',
	children,
}: {
	place: Place
	cells: readonly Pick<Cell, 'type' | 'row' | 'col'>[]
	title: string
	frame?: 'gold' | 'selected'
	children?: ReactNode
}) {
	const where = describeCells(cells)
	return (
		<section className="sheet place-card">
			<PlacePicture place={place} label={`The grid around ${where}`} frame={frame} unit={25} />
			<div>
				<h2 className="kicker font-sans">{title}</h2>
				<p className="text-sm font-semibold">{where}</p>
				{children}
			</div>
		</section>
	)
}
