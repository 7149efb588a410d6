import type { ComponentProps } from 'react'
import type { Block } from '~/domain/creatives/rules'
import type { CellType } from '~/domain/grid/layout'
import { Button, ButtonLink } from '../button'
import { EmptyState } from '../empty-state'
import { ErrorSummary } from '../error-summary'
import { Facts } from '../facts'
import { GridFigures } from '../grid/figures'
import { Grid } from '../grid/grid'
import { Notice } from '../notice'
import { PageTitle } from '../page-title'
import { BlockList } from './block-list'

export type ChooseProps = {
	/** The drawn cells. */
	cells: string
	pictureHash: string | null
	/** Pence per cell. */
	prices: Readonly<Record<CellType, number>>
	figures: ComponentProps<typeof GridFigures>['figures']
	blocks: readonly Block[]
	/** Why the pixel that was asked for cannot be managed; `typed` is what would otherwise be lost. */
	problem?: { message: string; typed?: Record<string, unknown> | undefined } | undefined
}

/** The page on which an owner says which block to manage. */
export function ChooseBlock({ cells, pictureHash, prices, figures, blocks, problem }: ChooseProps) {
	return (
		<>
			<PageTitle
				title="Pixel Management"
				intro="Put an image, a description and a link on the pixels you own."
			/>
			{problem ? (
				<>
					<ErrorSummary
						title={problem.message}
						items={[
							{ id: 'choose', text: 'Choose one of your pixels on the grid, or a block from the list.' },
						]}
					/>
					<Typed typed={problem.typed} />
				</>
			) : null}
			<Notice title="Important Information">
				<p>Only one pixel can be selected for management.</p>
				<p>An image added to a selected pixel applies to all connected pixels of the same type.</p>
			</Notice>
			{blocks.length > 0 ? <BlockList blocks={blocks} /> : <NoBlocks />}
			<form method="get" action="/user/profile" id="choose" tabIndex={-1} className="grid gap-4 outline-none">
				<Grid mode="manage" html={cells} picture={pictureHash ? { hash: pictureHash } : null} />
				{blocks.length > 0 ? (
					<div className="selection-bar">
						<p className="text-xs leading-snug text-muted md:text-sm md:leading-normal">
							Choose one of your pixels, then manage the block it belongs to.
						</p>
						<Button name="intent" value="manage">
							Manage Pixels
						</Button>
					</div>
				) : (
					<Button name="intent" value="manage" variant="secondary" className="justify-self-center">
						Manage Pixels
					</Button>
				)}
			</form>
			<GridFigures prices={prices} figures={figures} />
		</>
	)
}

function NoBlocks() {
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

function Typed({ typed }: { typed: Record<string, unknown> | undefined }) {
	const { description, link } = typed ?? {}
	const items = [
		['Description', description],
		['Link', link],
	].flatMap(([name, value]) => (value ? [[String(name), String(value)] as const] : []))
	if (items.length === 0) return null
	return (
		<Notice tone="warning" title="Nothing was saved. This is what you typed:">
			<Facts items={items} />
		</Notice>
	)
}
