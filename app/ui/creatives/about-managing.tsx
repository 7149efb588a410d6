import type { ComponentProps } from 'react'
import type { Block } from '~/domain/creatives/rules'
import { sum } from '~/domain/dashboard/rules'
import type { CellType } from '~/domain/grid/layout'
import type { RunningLoan } from '~/domain/transfers/loans.server'
import { ButtonLink } from '../button'
import { TypedNotice } from '../forms/typed-notice'
import { GridFigures } from '../grid/figures'
import { EmptyState } from '../lists/empty-state'
import { Notice } from '../notice'
import { LoansCard } from '../selling/loans-card'
import { BlockList } from './block-list'

export type ChooseProps = {
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	figures: ComponentProps<typeof GridFigures>['figures'] & { lentOut: number }
	blocks: readonly Block[]
	/** Cells for which an image from before the purchase waits in the form. */
	placed: readonly number[]
	loans: readonly RunningLoan[]
	/** Input about a pixel that cannot be managed, which would otherwise be lost. */
	typed?: Record<string, unknown> | undefined
}

/** Content below the owner's grid: the blocks and their status. */
export function AboutManaging({ prices, figures, blocks, placed, loans, typed }: ChooseProps) {
	return (
		<>
			<TypedNotice typed={typed} />
			<Notice title="Important Information">
				<p>Put an image, a description and a link on the pixels you own.</p>
				<p>Only one pixel can be selected for management.</p>
				<p>An image added to a selected pixel applies to all connected pixels of the same type.</p>
			</Notice>
			{blocks.length > 0 ? (
				<BlockList blocks={blocks} placed={placed} />
			) : (
				<NoBlocks ownsSome={sum(figures.owned) + figures.lentOut > 0} />
			)}
			<LoansCard loans={loans} />
			<GridFigures prices={prices} figures={figures} />
		</>
	)
}

function NoBlocks({ ownsSome }: { ownsSome: boolean }) {
	if (ownsSome) {
		return (
			<section className="sheet">
				<EmptyState
					title="None of your pixels can be managed now"
					action={<ButtonLink href="/user/pixels/sell#listed">Pixels listed for sale</ButtonLink>}
				>
					<p>All of them are in an invitation, or lent. What they show stays as it is meanwhile.</p>
				</EmptyState>
			</section>
		)
	}
	return (
		<section className="sheet">
			<EmptyState
				title="You own no pixels yet"
				action={<ButtonLink href="/user/pixels/buy">Buy Pixels</ButtonLink>}
			>
				<p>As soon as you have bought some, they are listed here and you can put your image on them.</p>
			</EmptyState>
		</section>
	)
}
