import type { ReactNode } from 'react'
import type { GridCrop } from '~/domain/grid/picture/crop.server'
import { Crop } from '../grid/crop'

/** The header of a public page: a small line, the title, a first paragraph, and next to them a section of the grid. */
export function PageHero({
	kicker,
	title,
	crop,
	children,
}: {
	kicker: string
	title: string
	/** Null when the grid cannot be read. */
	crop: GridCrop | null
	children: ReactNode
}) {
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
