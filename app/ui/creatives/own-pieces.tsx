import { pieceOf } from '~/domain/creatives/piece'
import { type Block, blockName, managePath } from '~/domain/creatives/rules'
import { fileUrl } from '~/domain/files/rules'
import { Badge } from '../badge'
import { Kept } from '../kept'
import { Time } from '../time'
import { BlockPicture } from './block-picture'

const SHOWN = 6

/** What a member owns, large: how it stands with each piece, and the next step. */
export function OwnPieces({ blocks }: { blocks: readonly Block[] }) {
	return (
		<section className="grid gap-4" aria-labelledby="own-pieces">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h2 id="own-pieces" className="text-lg">
					Your pieces of the grid
				</h2>
				{blocks.length > SHOWN ? (
					<a className="link inline-flex min-h-11 items-center text-sm" href="/user/profile">
						All {blocks.length.toLocaleString('en-GB')} blocks
					</a>
				) : null}
			</div>
			<Kept
				as="ul"
				className="grid gap-4 sm:grid-cols-2 md:grid-cols-3"
				of={Pieces}
				props={{ blocks: blocks.slice(0, SHOWN) }}
			/>
		</section>
	)
}

function Pieces({ blocks }: { blocks: readonly Block[] }) {
	return blocks.map(block => <Piece key={block.cells[0]} block={block} />)
}

function Piece({ block }: { block: Block }) {
	const { status, isWaiting, words, next } = pieceOf(block)
	const name = blockName(block)
	const image = block.creative?.imageKey
	const manage = managePath(block.cells[0] ?? 0)
	return (
		<li className="sheet grid min-w-0 grid-rows-[auto_1fr_auto] gap-4 p-5">
			<BlockPicture
				cells={block.cells}
				src={image ? fileUrl(image) : null}
				label={image ? `The image on ${name}` : `No image on ${name}`}
				className="h-48 w-full"
			/>
			<div className="grid content-start justify-items-start gap-1 text-sm">
				<h3 className="font-sans text-sm font-semibold first-letter:uppercase">{name}</h3>
				<Badge status={status} look={isWaiting ? 'pending' : 'approved'} />
				<p className="line-clamp-2 max-w-full text-muted [overflow-wrap:anywhere]">{words}</p>
				{block.loan ? (
					<p>
						Lent to you, lent until <Time at={block.loan.until} />.
					</p>
				) : null}
			</div>
			<div className="actions">
				<a className="btn btn-secondary" href={next.href}>
					{next.label}
					<span className="sr-only">: {name}</span>
				</a>{' '}
				{next.href === manage ? null : (
					<a className="btn btn-quiet" href={manage}>
						Manage<span className="sr-only"> {name}</span>
					</a>
				)}
			</div>
		</li>
	)
}
