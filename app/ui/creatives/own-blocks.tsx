import { checkPath } from '~/domain/certificates/rules'
import { describeBlockStatus } from '~/domain/creatives/block-status'
import { type Block, describeBlock, managePath } from '~/domain/creatives/rules'
import { fileUrl } from '~/domain/files/rules'
import { cellsByIds } from '~/domain/grid/layout'
import type { Surroundings } from '~/domain/grid/surroundings'
import { Badge } from '../badge'
import { PlacePicture } from '../grid/place-picture'
import { Time } from '../time'

export const OWN_BLOCKS_SHOWN = 6
/** The view around a block, in units of one tiny cell. */
export const OWN_BLOCK_VIEW = { w: 12, h: 8 } as const

/** `certificate`: the code of the certificate by which the member owns it. */
type Shown = { block: Block; place: Surroundings; certificate: string | undefined }

/** Some of a member's blocks, large, with status and next step. `count`: of all their blocks. */
export function OwnBlocks({ blocks, count }: { blocks: readonly Shown[]; count: number }) {
	return (
		<section className="grid gap-4" aria-labelledby="own-blocks">
			<div className="flex flex-wrap items-baseline justify-between gap-x-6">
				<h2 id="own-blocks" className="text-lg">
					Your blocks
				</h2>
				{count > blocks.length ? (
					<a className="link inline-flex min-h-11 items-center text-sm" href="/user/profile">
						All {count.toLocaleString('en-GB')} blocks
					</a>
				) : null}
			</div>
			<ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
				{blocks.map(shown => (
					<OwnBlock key={shown.block.cells[0]} {...shown} />
				))}
			</ul>
		</section>
	)
}

function OwnBlock({ block, place, certificate }: Shown) {
	const { status, isWaiting, words, next } = describeBlockStatus(block)
	const name = describeBlock(block)
	const image = block.creative?.imageKey
	const manage = managePath(block.cells[0] ?? 0)
	const [first] = cellsByIds(block.cells)
	return (
		<li className="sheet group grid min-w-0 grid-rows-[auto_1fr_auto] gap-4 overflow-hidden md:only:col-span-full md:only:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] md:only:grid-rows-[1fr_auto]">
			<PlacePicture
				place={place}
				className="aspect-3/2 w-full md:group-only:row-span-2"
				label={
					image
						? `The image on ${name}, among its neighbours`
						: `${name}, without an image, among its neighbours`
				}
				image={block.isPublicLater && image ? fileUrl(image) : undefined}
			/>
			<div className="grid content-start justify-items-start gap-1 px-5 text-sm md:group-only:pt-5">
				<p className="kicker">
					Lot {first?.row}·{first?.col}
				</p>
				<h3 className="font-sans text-sm font-semibold first-letter:uppercase">{name}</h3>
				<Badge status={status} variant={isWaiting ? 'pending' : 'approved'} />
				<p className="line-clamp-2 max-w-full text-muted [overflow-wrap:anywhere]">{words}</p>
				{certificate ? (
					<a className="link inline-flex min-h-11 items-center" href={checkPath(certificate)}>
						Your certificate<span className="sr-only"> for {name}</span>
					</a>
				) : null}
				{block.loan ? (
					<p>
						On loan to you, lent until <Time at={block.loan.until} />.
					</p>
				) : null}
			</div>
			<div className="actions px-5 pb-5">
				{next.href === manage ? null : (
					<a className={block.isOffered ? 'btn btn-secondary' : 'btn btn-quiet order-last'} href={next.href}>
						{next.label}
						<span className="sr-only">: {name}</span>
					</a>
				)}{' '}
				{block.isOffered ? null : (
					<a className="btn btn-secondary" href={manage}>
						Manage<span className="sr-only"> {name}</span>
					</a>
				)}
			</div>
		</li>
	)
}
