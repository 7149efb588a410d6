import { brand, brandEdition } from '~/domain/brand'
import { compositeSources } from '~/domain/grid/composite'
import { CELL_TYPES, CELLS } from '~/domain/grid/layout'
import { type GridSnapshot, readGrid, statesFor } from '~/domain/grid/queries.server'
import { FALLBACK_FIGURES, FALLBACK_PRICES, type Viewer } from '~/domain/grid/rules'
import { priceRange } from '~/domain/money'
import { readConsent } from '~/server/consent.server'
import { optionalAccount } from '~/server/guards.server'
import { forEveryGuest } from '~/server/guest-page.server'
import { log } from '~/server/log.server'
import { cachedPage } from '~/server/page-cache.server'
import { COMPOSITE_SIZES } from '~/ui/grid/composite'
import { drawCells } from '~/ui/grid/draw.server'
import { drawn } from '~/ui/grid/drawn'
import { Grid } from '~/ui/grid/grid'
import { TypeCards } from '~/ui/grid/type-cards'
import { pageMeta } from '~/ui/page-meta'
import { organisationData } from '~/ui/structured-data'
import type { Route } from './+types/home'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
	...pageMeta({
		title: 'One grid, 1,111 digital spaces',
		description: brand.blurb,
		path: '/',
		origin: matches[0].loaderData.origin,
	}),
	organisationData(matches[0].loaderData.origin),
	...(loaderData?.compositeHash ? [preload(loaderData.compositeHash)] : []),
]

/** The composite image is the largest thing on the page: browsers should ask for it before they have read the page. */
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

/** Guests are most visitors and all see the same: their page is drawn once for each change of the grid. */
export const middleware: Route.MiddlewareFunction[] = [
	forEveryGuest,
	async ({ request }, next) => {
		const variant = await guestVariant(request)
		const grid = variant === null ? null : await readGridOrNothing()
		return variant === null || grid === null ? await next() : await cachedPage(grid, variant, request, next)
	},
]

/** What a guest's page depends on besides the grid; null when the page is not everybody's. */
async function guestVariant(request: Request): Promise<string | null> {
	const { pathname, search } = new URL(request.url)
	const isPlain = request.method === 'GET' && pathname === '/' && search === ''
	const hasMessage = /(^|;\s*)flash=/.test(request.headers.get('cookie') ?? '')
	if (!isPlain || hasMessage || (await optionalAccount(request))) return null
	const bar = (await readConsent(request, Date.now())) ? 'without cookie bar' : 'with cookie bar'
	return `${bar}, brand ${brandEdition()}`
}

/** The same string for every guest as long as the grid is the same. */
const guestCells = new WeakMap<GridSnapshot, string>()

export async function loader({ request }: Route.LoaderArgs) {
	const account = await optionalAccount(request)
	const viewer: Viewer = account ? { role: account.role, accountId: account.id } : { role: 'guest' }
	const grid = await readGridOrNothing()
	return {
		signedIn: Boolean(account),
		figures: grid?.figures ?? FALLBACK_FIGURES,
		compositeHash: grid?.compositeHash ?? null,
		cells: drawn(cellsFor(grid, viewer)),
	}
}

/** The page is shown without the grid's state when that cannot be read (specification 1, section 8). */
async function readGridOrNothing(): Promise<GridSnapshot | null> {
	try {
		return await readGrid(Date.now())
	} catch (error) {
		log.error({ err: error }, 'the grid cannot be read')
		return null
	}
}

function cellsFor(grid: GridSnapshot | null, viewer: Viewer): string {
	if (!grid)
		return drawCells({ mode: 'public', states: CELLS.map(() => 'available'), prices: FALLBACK_PRICES })
	const known = viewer.role === 'guest' ? guestCells.get(grid) : undefined
	if (known !== undefined) return known
	const { prices, blocks } = grid
	const forSale = viewer.role !== 'admin'
	const drawn = drawCells({ mode: 'public', states: statesFor(grid, viewer), prices, blocks, forSale })
	if (viewer.role === 'guest') guestCells.set(grid, drawn)
	return drawn
}

export default function Home({ loaderData }: Route.ComponentProps) {
	const { signedIn, figures, compositeHash, cells } = loaderData
	return (
		<>
			<Hero prices={priceRange(CELL_TYPES.map(type => figures[type].price))} />
			<div className="wrap max-lg:px-0">
				<Grid mode="public" html={cells.html} compositeHash={compositeHash} showOwned={signedIn} />
			</div>
			<section className="wrap py-16 lg:py-24" aria-labelledby="sizes">
				<h2 id="sizes" className="mb-8">
					Four sizes, one price each
				</h2>
				<TypeCards figures={figures} />
			</section>
			<Promise1111 />
		</>
	)
}

/** `prices`: what the spaces cost, as `priceRange` says it. */
function Hero({ prices }: { prices: string }) {
	return (
		<section className="wrap grid items-end gap-x-16 gap-y-5 pt-8 pb-7 lg:grid-cols-[auto_1fr] lg:pt-12 lg:pb-9">
			<h1 className="text-2xl">One grid. Sold{'\u00a0'}once.</h1>
			<p className="max-w-text text-muted lg:pb-1">
				Only 1,111 digital spaces exist. They cost {prices}, and each is a permanent digital asset with
				lifetime VIP access to our future auctions.{' '}
				<a className="link whitespace-nowrap" href="/how-it-works">
					How it works
				</a>
			</p>
		</section>
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

function Promise1111() {
	return (
		<section className="border-t border-line bg-raised" aria-labelledby="spaces">
			<div className="wrap grid gap-10 py-16 lg:grid-cols-[auto_1fr] lg:gap-20 lg:py-24">
				<div>
					<p className="figures font-serif text-2xl text-accent">1,111</p>
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
