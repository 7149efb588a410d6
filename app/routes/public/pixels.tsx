import { redirect } from 'react-router'
import { smallImageUrl } from '~/domain/files/rules'
import { cellById, cellsByIds } from '~/domain/grid/layout'
import { describeLotSize, formatLotNumber, splitTitle } from '~/domain/grid/lot'
import { readBlocks } from '~/domain/grid/pixel.server'
import { PIXELS_PATH, pixelPath } from '~/domain/grid/pixel-path'
import { LIST_FIELDS, listPath } from '~/domain/list'
import { capitalize } from '~/domain/text'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { ButtonLink } from '~/ui/button'
import { pageMeta } from '~/ui/layout/page-meta'
import { Pagination } from '~/ui/lists/pagination'
import type { Route } from './+types/pixels'

export const handle = { cacheForGuests: { params: ['page'], byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
	loaderData
		? pageMeta(matches, {
				title: 'All blocks on the grid',
				description: 'Every block of pixels that shows something on the grid, in the order of their places.',
				path: listPath(PIXELS_PATH, { page: loaderData.page }),
			})
		: []

export async function loader({ request }: Route.LoaderArgs) {
	const requested = LIST_FIELDS.page.parse(new URL(request.url).searchParams.get('page') ?? 1)
	const { rows, ...page } = await readBlocks(requested, Date.now())
	if (requested > page.page) throw redirect(listPath(PIXELS_PATH, { page: page.page }))
	const blocks = rows.map(({ imageKey, description, cells }) => ({
		image: smallImageUrl(imageKey),
		description,
		lot: formatLotNumber(cellsByIds(cells)),
		size: capitalize(describeLotSize(cellsByIds(cells))),
		isLarge: cellById(cells[0] ?? 0)?.type === 'large',
		path: pixelPath(cells[0] ?? 0),
	}))
	return { ...page, blocks }
}

export default function Pixels({ loaderData: { blocks, ...page } }: Route.ComponentProps) {
	return (
		<section className="wrap grid gap-8 py-12 md:gap-10 md:py-16 lg:py-24">
			<div className="grid gap-6">
				<p className="kicker">On the grid</p>
				<h1 className="text-xl">All blocks</h1>
				<hr className="rule" />
				<p className="max-w-text text-muted">
					Every block that shows something, in the order of their places.{' '}
					<a className="link whitespace-nowrap" href="/#grid">
						See the whole grid
					</a>
				</p>
			</div>
			{blocks.length === 0 ? (
				<div className="grid justify-items-start gap-5 border-t border-line pt-8">
					<h2 className="text-lg">No block shows anything yet</h2>
					<ButtonLink variant="secondary" href="/user/pixels/buy">
						Buy Pixels
					</ButtonLink>
				</div>
			) : (
				<Blocks blocks={blocks} />
			)}
			{page.pageCount > 1 ? (
				<div className="[&>nav]:px-0">
					<Pagination
						page={page.page}
						pageCount={page.pageCount}
						href={number => listPath(PIXELS_PATH, { page: number })}
						results={page}
						noun="blocks"
					/>
				</div>
			) : null}
		</section>
	)
}

function Blocks({ blocks }: Pick<Route.ComponentProps['loaderData'], 'blocks'>) {
	return (
		<ul className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 md:gap-x-8 lg:grid-cols-4">
			{blocks.map(({ image, description, lot, size, isLarge, path }) => (
				<li key={path}>
					<a className="group grid gap-3" href={path}>
						<img
							className={`aspect-4/3 w-full bg-raised object-contain ${isLarge ? '' : 'p-[6%]'}`}
							src={image}
							width="320"
							height="240"
							loading="lazy"
							alt=""
						/>
						<span className="grid gap-1">
							<span className="figures text-sm text-accent">{lot}</span>
							<BlockText description={description} />
							<span className="text-xs text-muted">{size}</span>
						</span>
					</a>
				</li>
			))}
		</ul>
	)
}

function BlockText({ description }: { description: string }) {
	const { title, text } = splitTitle(description)
	return (
		<>
			{title ? (
				<span className="font-serif text-lg leading-tight wrap-anywhere group-hover:text-accent">
					{title}
				</span>
			) : null}
			{text ? (
				<span className="line-clamp-3 text-sm wrap-anywhere group-hover:text-accent">{text}</span>
			) : null}
		</>
	)
}
