import type { ComponentProps } from 'react'
import { type Block, describeBlock, managePath, PUBLIC_LATER } from '~/domain/creatives/rules'
import { sumCounts } from '~/domain/dashboard/rules'
import { smallImageUrl } from '~/domain/files/rules'
import type { CellType } from '~/domain/grid/layout'
import { pixelPath } from '~/domain/grid/pixel-path'
import type { Surroundings } from '~/domain/grid/surroundings'
import { pluralize } from '~/domain/text'
import type { RunningLoan } from '~/domain/transfers/loans.server'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { BlockPicture } from '~/ui/creatives/block-picture'
import { Time } from '~/ui/time'
import { ButtonLink } from '../button'
import { UnsavedInput } from '../forms/step-refused'
import { GridFigures } from '../grid/figures'
import { PlacePicture } from '../grid/place-picture'
import { EmptyState } from '../lists/empty-state'
import { Notice } from '../notice'
import { LoansCard } from '../selling/loans-card'

export type ChooseProps = {
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	figures: ComponentProps<typeof GridFigures>['figures'] & { lentOut: number }
	/** `place`: the surroundings of a block without an image. */
	blocks: readonly (Block & { place: Surroundings | undefined })[]
	/** Whether the first of them has just been changed: the list is in sight without scripts. */
	isFirstChanged: boolean
	/** Cells whose form has an image from before the purchase. */
	placed: readonly number[]
	loans: readonly RunningLoan[]
	/** Input about a pixel that cannot be managed, which would otherwise be lost. */
	typed?: Record<string, unknown> | undefined
}

/** Content below the owner's grid: the blocks and their status. */
export function AboutManaging({
	prices,
	figures,
	blocks,
	isFirstChanged,
	placed,
	loans,
	typed,
}: ChooseProps) {
	return (
		<>
			<UnsavedInput typed={typed} />
			{blocks.length > 0 ? (
				<div className={isFirstChanged ? 'above-tool' : undefined}>
					<BlockList blocks={blocks} placed={placed} />
				</div>
			) : (
				<NoBlocks ownsSome={sumCounts(figures.owned) + figures.lentOut > 0} />
			)}
			<Notice title="Important Information">
				<p>Put an image, a description and a link on the pixels you own.</p>
				<p>Only one pixel can be selected for management.</p>
				<p>An image added to a selected pixel applies to all connected pixels of the same type.</p>
			</Notice>
			<LoansCard loans={loans} />
			<GridFigures prices={prices} figures={figures} />
		</>
	)
}

function NoBlocks({ ownsSome }: { ownsSome: boolean }) {
	return (
		<section className="sheet">
			{ownsSome ? (
				<EmptyState
					title="None of your pixels can be managed now"
					action={<ButtonLink href="/user/pixels/sell#listed">Pixels listed for sale</ButtonLink>}
				>
					<p>All of them are in an invitation, or lent. A lent block shows what its borrower chooses.</p>
				</EmptyState>
			) : (
				<EmptyState
					title="You own no pixels yet"
					action={<ButtonLink href="/user/pixels/buy">Buy Pixels</ButtonLink>}
				>
					<p>As soon as you have bought some, they are listed here and you can put your image on them.</p>
				</EmptyState>
			)}
		</section>
	)
}

const AT_FIRST = 6

type Blocks = Pick<ChooseProps, 'blocks' | 'placed'>

/** The blocks of an account as a list, because a cell of nine pixels is hard to click. */
function BlockList({ blocks, placed }: Blocks) {
	const rest = blocks.slice(AT_FIRST)
	return (
		<Card
			title="Your blocks"
			aside={<span className="figures text-sm text-muted">{pluralize(blocks.length, 'block')}</span>}
			flush
		>
			<Rows blocks={blocks.slice(0, AT_FIRST)} placed={placed} />
			{rest.length > 0 ? (
				<details className="border-t border-line">
					<summary className="flex min-h-11 cursor-pointer items-center px-5 text-sm text-accent">
						Show {rest.length} more
					</summary>
					<Rows blocks={rest} placed={placed} />
				</details>
			) : null}
		</Card>
	)
}

function Rows({ blocks, placed }: Blocks) {
	return (
		<ul className="@container">
			{blocks.map(block => (
				<Row key={block.cells[0]} block={block} isPlaced={block.cells.some(cell => placed.includes(cell))} />
			))}
		</ul>
	)
}

function Row({ block, isPlaced }: { block: ChooseProps['blocks'][number]; isPlaced: boolean }) {
	const { cells, creative, isPending, isPublicLater, loan, place } = block
	const name = describeBlock(block)
	const image = creative?.imageKey
	return (
		<li className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-5 gap-y-1 border-t border-line px-5 py-4 sm:grid-cols-[6rem_minmax(0,1fr)_auto] @max-[15rem]:grid-cols-[minmax(0,1fr)]">
			{image ? (
				<BlockPicture
					cells={cells}
					src={smallImageUrl(image)}
					label={`The image on ${name}`}
					className="h-16 w-full"
				/>
			) : place ? (
				<PlacePicture
					place={place}
					label={`${name}, without an image, among its neighbours`}
					className="h-16 w-full"
				/>
			) : null}
			<div className="grid min-w-0 justify-items-start gap-1 text-sm">
				<p className="font-semibold first-letter:uppercase">{name}</p>
				<p className="line-clamp-2 max-w-full text-muted [overflow-wrap:anywhere]">
					{creative
						? creative.description
						: isPlaced && loan === null
							? 'The image of your preview waits here. Manage the block to publish it.'
							: 'Nothing to show yet'}
				</p>
				{loan ? (
					<p>
						On loan to you, lent until <Time at={loan.until} />.
					</p>
				) : null}
				{isPending ? <Badge status="payment in review" variant="pending" /> : null}
				{isPublicLater && image ? <p>Your image is {PUBLIC_LATER}.</p> : null}
				{image ? (
					<a className="link inline-flex min-h-11 items-center" href={pixelPath(cells[0] ?? 0)}>
						{isPublicLater ? 'See its page' : 'See it as visitors will'}
						<span className="sr-only">: {name}</span>
					</a>
				) : null}
			</div>
			<a
				className="btn btn-secondary max-sm:col-start-2 max-sm:justify-self-start @max-[15rem]:col-start-1"
				href={managePath(cells[0] ?? 0)}
			>
				Manage<span className="sr-only"> {name}</span>
			</a>
		</li>
	)
}
