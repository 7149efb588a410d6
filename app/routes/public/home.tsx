import { brand } from '~/domain/brand'
import { CELL_TYPES, CELLS } from '~/domain/grid/layout'
import { listFreeLots, listHighlights } from '~/domain/grid/lot'
import { compositeSources } from '~/domain/grid/picture/composite'
import { type GridSnapshot, readGrid, statesFor } from '~/domain/grid/queries.server'
import { FALLBACK_FIGURES, FALLBACK_PRICES, type Viewer } from '~/domain/grid/rules'
import { priceRange } from '~/domain/money'
import { optionalAccount } from '~/server/auth/guards.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { storeMarkup } from '~/server/http/request-context.server'
import { log } from '~/server/ops/log.server'
import { COMPOSITE_SIZES } from '~/ui/grid/composite'
import { drawCells, drawWholeGrid } from '~/ui/grid/draw.server'
import { Grid } from '~/ui/grid/grid'
import { type Highlighted, Highlights } from '~/ui/grid/highlights'
import { Sizes } from '~/ui/grid/sizes'
import { useMarkup } from '~/ui/layout/assets'
import { pageMeta } from '~/ui/layout/page-meta'
import { organisationData } from '~/ui/layout/structured-data'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
	...pageMeta(matches, {
		title: 'One grid, 1,111 digital spaces',
		description: brand.blurb,
		path: '/',
	}),
	organisationData(matches[0].loaderData.origin),
	...(loaderData?.compositeHash ? [preload(loaderData.compositeHash)] : []),
]

/**
 * The composite image is the largest thing on the page, so browsers should request it before they have parsed the page.
 */
function preload(hash: string) {
	return {
		tagName: 'link' as const,
		rel: 'preload',
		as: 'image',
		type: 'image/avif',
		imageSrcSet: compositeSources(hash, 'avif'),
		imageSizes: COMPOSITE_SIZES,
		fetchPriority: 'high',
	}
}

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export async function loader({ request }: Route.LoaderArgs) {
	const account = await optionalAccount(request)
	const viewer: Viewer = account ? { role: account.role, accountId: account.id } : { role: 'guest' }
	const grid = await readGridOrNothing()
	return {
		signedIn: Boolean(account),
		isGridRead: grid !== null,
		figures: grid?.figures ?? FALLBACK_FIGURES,
		highlights: grid ? readHighlights(grid) : [],
		compositeHash: grid?.compositeHash ?? null,
		...storeMarkup({ cells: getCells(grid, viewer) }),
	}
}

/** Returns two lots: acquired ones, filled up with free ones. */
function readHighlights(grid: GridSnapshot): Highlighted[] {
	const shown = listHighlights(grid).map(([label, { block, ...rest }]) => ({ label, ...block, ...rest }))
	const free = listFreeLots(grid).map(lot => ({ label: 'Available today', ...lot }))
	return [...shown, ...free].slice(0, 2)
}

/** Without the grid the page shows the fallback figures and says so. */
async function readGridOrNothing(): Promise<GridSnapshot | null> {
	try {
		return await readGrid(Date.now())
	} catch (error) {
		log.error({ err: error }, 'the grid cannot be read')
		return null
	}
}

function getCells(grid: GridSnapshot | null, viewer: Viewer): string {
	if (grid) return drawWholeGrid(grid, 'public', viewer, statesFor(grid, viewer))
	return drawCells({ mode: 'public', states: CELLS.map(() => 'available'), prices: FALLBACK_PRICES })
}

export default function Home({ loaderData }: Route.ComponentProps) {
	const { signedIn, isGridRead, figures, highlights, compositeHash, cells } = loaderData
	return (
		<>
			{isGridRead ? null : (
				<div className="wrap pt-4">
					<Notice tone="error" title="The grid cannot be read right now">
						<p>It is shown without what is sold and with our usual prices. Please try again in a moment.</p>
					</Notice>
				</div>
			)}
			<div className="home">
				<h1 className="px-(--edge-x) pt-4 pb-3 text-2xl/[1.04] grand:text-[5.5rem] lg:col-2 lg:mt-[-0.11em] lg:p-0">
					One grid. <br className="max-lg:hidden" />
					Sold{'\u00a0'}once.
				</h1>
				<Grid mode="public" html={useMarkup(cells)} compositeHash={compositeHash} showOwned={signedIn} />
				<p className="px-(--edge-x) pt-4 pb-6 leading-[1.5] text-muted grand:my-7 grand:text-lg lg:col-2 lg:my-4 lg:p-0">
					Only 1,111 digital spaces exist. They cost {priceRange(CELL_TYPES.map(type => figures[type].price))}
					, and each is a permanent digital asset with lifetime VIP access to our future auctions.{' '}
					<a className="link whitespace-nowrap" href="/how-it-works">
						How it works
					</a>
				</p>
				<Highlights items={highlights} />
				<Sizes figures={figures} />
			</div>
			<LimitedSpaces />
		</>
	)
}

const REASONS = [
	[
		'Permanent',
		'A space is bought once and held for life. There is no rent, no renewal and no second edition of the grid.',
	],
	[
		'Seen',
		'Your image, your words and your link stand on the front page, for every visitor, for as long as you own the space.',
	],
	['Yours to sell', 'Sell or transfer a space to another member by invitation, whenever you choose.'],
] as const

function LimitedSpaces() {
	return (
		<section className="border-t border-line bg-raised" aria-labelledby="spaces">
			<div className="wrap grid gap-10 py-16 lg:grid-cols-[auto_1fr] lg:gap-20 lg:py-24">
				<div className="border-t border-accent pt-4">
					<p className="figures -mt-2 font-serif text-2xl text-accent">1,111</p>
					<h2 id="spaces">digital spaces. No more will be made.</h2>
					<p className="mt-4 text-sm text-muted">
						The grid has one row more, its last, which the house keeps.
					</p>
				</div>
				<dl className="grid gap-8 sm:grid-cols-3">
					{REASONS.map(([name, text]) => (
						<div key={name} className="border-t border-edge pt-4">
							<dt className="mb-2 font-serif text-lg">{name}</dt>
							<dd className="text-sm text-muted">{text}</dd>
						</div>
					))}
				</dl>
			</div>
		</section>
	)
}
