import type { ComponentProps, ReactNode } from 'react'
import { GridFigures } from '../grid/figures'
import { Notice } from '../notice'

const CARDS = [
	['Available Pixels', 'available'],
	['Reserved Pixels', 'house'],
	['Pixels owned by others', 'owned'],
] as const

/** Content below an administrator's grid: figures, and the operations with their pixels. */
export function AboutHousePixels({
	prices,
	figures,
	children,
}: Pick<ComponentProps<typeof GridFigures>, 'prices' | 'figures'> & { children: ReactNode }) {
	return (
		<>
			<GridFigures prices={prices} figures={figures} cards={CARDS} />
			<Notice title="What can be done with which pixels">
				<p>Choose pixels, then what to do with them. Each step shows its effect before you confirm it.</p>
				<p>
					Available pixels can be reserved. Reserved ones are owned by the house: manage, sell or lend them.
				</p>
				<p>
					Restore makes pixels available again, of the house or of a user, and ends a hold. Delete does the
					same and erases what they show. Pixels in an invitation cannot be chosen.
				</p>
			</Notice>
			{children}
		</>
	)
}
