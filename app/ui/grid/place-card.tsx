import type { ReactNode } from 'react'
import { describeCells } from '~/domain/grid/cell-names'
import { isFilledRectangle } from '~/domain/grid/geometry-rules'
import { cellsByIds } from '~/domain/grid/layout'
import { describeLotPlace, describeLotSize } from '~/domain/grid/lot'
import type { Surroundings } from '~/domain/grid/surroundings'
import { PlacePicture } from './place-picture'

type Props = {
	place: Surroundings
	title: string
	frame?: 'gold' | 'selected'
	children?: ReactNode
}

/** The subject of a page: the place with its surroundings, and below it (beside it on a phone) its position. */
export function PlaceCard({ place, title, frame = 'gold', children }: Props) {
	const cells = cellsByIds(place.own.ids)
	const all = describeCells(cells)
	const [what, where] = isFilledRectangle(cells)
		? [describeLotSize(cells), describeLotPlace(cells)]
		: [all, null]
	return (
		<section className="sheet place-card">
			<PlacePicture place={place} label={`The grid around ${all}`} frame={frame} unit={25} />
			<div>
				<p className="kicker">{title}</p>
				<p className="font-semibold first-letter:uppercase">{what}</p>
				{where ? <p className="text-sm text-muted first-letter:uppercase">{where}</p> : null}
			</div>
			{children ? <div className="place-more">{children}</div> : null}
		</section>
	)
}
