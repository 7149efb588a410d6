import type { ReactNode } from 'react'
import { safeLink } from '~/domain/creatives/link'
import { fileUrl } from '~/domain/files/rules'
import { boundingBox } from '~/domain/grid/geometry-rules'
import { lotNumber, lotPlace, lotSize, titleOf } from '~/domain/grid/lot'
import { type NamedBlock, namePublicBlock, type Pixel, readPixel } from '~/domain/grid/pixel.server'
import { buyPath, clickPath, PIXELS_PATH, pixelInPath, pixelPath } from '~/domain/grid/pixel-path'
import { STATE_WORDS } from '~/domain/grid/rules'
import { formatPounds, poundsInWords } from '~/domain/money'
import { countVisitor } from '~/domain/statistics/count.server'
import { momentText } from '~/domain/time'
import { orNotFound } from '~/server/http/answers.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { onView } from '~/server/http/request-context.server'
import { ButtonLink } from '~/ui/button'
import { BlockPicture } from '~/ui/creatives/block-picture'
import { Facts } from '~/ui/facts'
import { chosenPath, FreePlaces, freeSize, lettered } from '~/ui/grid/free-places'
import { LotPlace } from '~/ui/grid/lot-place'
import { PlaceMap } from '~/ui/grid/place-map'
import { HOUSE_IMAGE, pageMeta } from '~/ui/layout/page-meta'
import { pixelData } from '~/ui/layout/structured-data'
import { Money } from '~/ui/money'
import { Time } from '~/ui/time'
import type { Route } from './+types/pixel'

/* The grid changes with whatever happens to a pixel, so what is kept of its page is as old as the grid. */
export const handle = { cacheForGuests: {} satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ loaderData: pixel, matches }) => {
	if (!pixel) return []
	const { name, title, canonical: path, block } = pixel
	const { origin } = matches[0].loaderData
	const description = block?.description ?? `${name}: ${pixel.standing}.`
	const image = block ? fileUrl(block.imageKey) : undefined
	const pricePence = pixel.state === 'available' ? pixel.pricePence : undefined
	return [
		...pageMeta({ title: `${lotNumber(pixel.cells)}, ${title}`, description, path, origin, image }),
		pixelData({ name, description, url: origin + path, image: origin + (image ?? HOUSE_IMAGE), pricePence }),
	]
}

export async function loader({ request }: Route.LoaderArgs) {
	// The router would take "%31" for "1"; each pixel has one address, and the one of its data.
	const id = orNotFound(pixelInPath(new URL(request.url).pathname.replace(/\.data$/, '')))
	const pixel = orNotFound(await readPixel(id, Date.now()))
	const { creativeId } = pixel.block ?? {}
	if (creativeId !== undefined) onView((visitor, at) => countVisitor('views', creativeId, visitor, at))
	const first = pixel.cells[0]?.id ?? pixel.cell.id
	const said = titleOf(pixel.block?.description ?? '')
	return {
		...pixel,
		canonical: pixelPath(first),
		name: namePublicBlock(pixel.cells),
		title: said.title ?? capital(lotSize(pixel.cells)),
		text: said.text,
		standing: standingOf(pixel),
	}
}

function standingOf({ state, pricePence }: Pixel): string {
	if (state === 'available') return `available for ${formatPounds(pricePence)}`
	return STATE_WORDS[state].toLowerCase()
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export default function PixelPage({ loaderData: pixel }: Route.ComponentProps) {
	return (
		<article className="wrap grid gap-10 pt-3 pb-16 lg:gap-12">
			<Trail pixel={pixel} />
			<Lot pixel={pixel} />
			{pixel.block ? <Neighbourhood pixel={pixel} /> : null}
			<div className="lot-band border-t border-line pt-8">
				<History pixel={pixel} />
				{pixel.block ? <Certificate pixel={pixel} /> : <Around pixel={pixel} />}
			</div>
		</article>
	)
}

type Data = { pixel: Route.ComponentProps['loaderData'] }

function Trail({ pixel: { cells, before, after } }: Data) {
	return (
		<nav className="-mb-6 flex flex-wrap gap-x-5 text-xs text-muted lg:-mb-8" aria-label="Lots">
			<span className="mr-auto flex items-center gap-2">
				<a className="link inline-flex min-h-11 items-center" href="/">
					The grid
				</a>{' '}
				/ {lotNumber(cells)}
			</span>{' '}
			{before ? <LotLink block={before} words="before it" /> : null}{' '}
			{after ? <LotLink block={after} words="after it" /> : null}
		</nav>
	)
}

function LotLink({ block: { id, lot, name }, words }: { block: NamedBlock; words: string }) {
	return (
		<a className="link inline-flex min-h-11 items-center" href={pixelPath(id)}>
			{lot}, {name}, {words}
		</a>
	)
}

function Lot({ pixel }: Data) {
	const { block, cells, title, text } = pixel
	const url = block && safeLink(block.link)
	return (
		<div className="lot-band">
			{block ? (
				<BlockPicture
					cells={block.cells}
					src={fileUrl(block.imageKey)}
					label={block.description}
					className="lot-plate"
				/>
			) : (
				<LotPlace place={pixel.place} cells={cells} label={`The neighbourhood today: ${pixel.name}`} />
			)}
			<div className="grid content-start gap-5">
				<div>
					<p className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-accent pb-2">
						<span className="figures font-serif text-lg text-accent">{lotNumber(cells)}</span>{' '}
						<span className="text-xs text-muted">{capital(lotPlace(cells))}</span>
					</p>
					<h1 className="mt-3 text-2xl">{title}</h1>
					{text ? <p className="mt-2 max-w-text whitespace-pre-line wrap-anywhere">{text}</p> : null}
					{url ? (
						<p className="mt-3">
							<a
								className="link link-alone wrap-anywhere"
								href={url.href}
								ping={clickPath(block.cells[0] ?? 0)}
								rel="noopener nofollow ugc"
								target="_blank"
							>
								{url.host}
								<span className="sr-only"> (opens in a new tab)</span>
							</a>
						</p>
					) : null}
				</div>
				<Facts items={facts(pixel)} />
				<Offer pixel={pixel} />
			</div>
		</div>
	)
}

function Offer({ pixel: { state, cell, pricePence, beside } }: Data) {
	const [free] = beside
	const isFree = state === 'available'
	return (
		<div className="grid gap-1">
			{isFree ? (
				<p className="mb-3 grid gap-1">
					<span className="figures font-serif text-xl">{formatPounds(pricePence)}</span>{' '}
					<span className="text-sm text-muted">{capital(poundsInWords(pricePence))}</span>
				</p>
			) : null}
			{isFree ? (
				<ButtonLink href={buyPath(cell.id)}>Buy this pixel</ButtonLink>
			) : free ? (
				<ButtonLink href={chosenPath(free)}>
					Buy beside it: {freeSize(free)}, {formatPounds(free.pence)}
				</ButtonLink>
			) : (
				<ButtonLink href="/">See the whole grid</ButtonLink>
			)}
		</div>
	)
}

function facts({ cells, block, state, since, holdUntil, lentUntil, history }: Pixel): [string, ReactNode][] {
	const price = history.find(({ pence, count }) => pence !== null && count === cells.length)?.pence
	return [
		['Size', capital(lotSize(cells))],
		['Place', capital(lotPlace(cells))],
		['State', STATE_WORDS[state]],
		...(block
			? [['Owner', state === 'admin-reserved' ? 'The house' : 'Private owner'] as [string, string]]
			: []),
		...(holdUntil === null
			? []
			: [['On hold for a buyer', `until ${momentText(holdUntil)}`] as [string, string]]),
		...(lentUntil === null ? [] : [['Loan', `lent until ${momentText(lentUntil)}`] as [string, string]]),
		...(since === null
			? []
			: [['Held since', <Time key="since" at={since} dateOnly />] as [string, ReactNode]]),
		...(price && since !== null
			? [['List price when acquired', <Price key="price" pence={price} />] as [string, ReactNode]]
			: []),
	]
}

function Price({ pence }: { pence: number }) {
	return (
		<>
			<Money pence={pence} />
			<br />
			<span className="text-muted">{poundsInWords(pence)}</span>
		</>
	)
}

function Neighbourhood({ pixel }: Data) {
	const { place, cells, name, beside } = pixel
	const marks = lettered(beside).map(({ name: letter, place: free }) => ({
		name: letter,
		box: boundingBox(free.cells),
	}))
	return (
		<section className="lot-band border-t border-line pt-8" aria-labelledby="around">
			<LotPlace place={place} cells={cells} marks={marks} label={`The neighbourhood today: ${name}`} />
			<div className="grid content-start gap-8">
				<div>
					<p className="kicker">Its neighbourhood today</p>
					<h2 id="around" className="mt-1 text-xl">
						{beside.length > 0 ? 'Free beside it' : 'Nothing is free beside it'}
					</h2>
					{beside.length > 0 ? (
						<>
							<p className="mt-1.5 mb-3 text-sm text-muted">Each opens with the place already chosen.</p>
							<FreePlaces places={beside} />
						</>
					) : null}
				</div>
				<Around pixel={pixel} />
			</div>
		</section>
	)
}

function Around({ pixel: { cells, name, neighbours } }: Data) {
	return (
		<div className="grid gap-8">
			{neighbours.length > 0 ? (
				<div>
					<h2>Neighbours</h2>
					<ul className="mt-1 flex flex-wrap gap-x-5 text-sm">
						{neighbours.map(one => (
							<li key={one.id}>
								<a className="link inline-flex min-h-11 items-center" href={pixelPath(one.id)}>
									{one.name}
								</a>{' '}
								<span className="figures text-muted">{one.lot.replace('Lot ', '')}</span>
							</li>
						))}
					</ul>
				</div>
			) : null}
			<div className="flex flex-wrap items-center gap-5">
				<PlaceMap cells={cells} label={`Where it lies on the grid: ${name}`} className="w-24 flex-none" />
				<p className="flex flex-1 basis-40 flex-wrap items-center gap-x-5 text-sm text-muted">
					Where it lies.{' '}
					<a className="link inline-flex min-h-11 items-center" href="/">
						See the whole grid
					</a>{' '}
					<a className="link inline-flex min-h-11 items-center" href={PIXELS_PATH}>
						List of all blocks
					</a>
				</p>
			</div>
		</div>
	)
}

function History({ pixel: { history, cells } }: Data) {
	if (history.length === 0) return <p className="text-sm text-muted">It has never been sold.</p>
	return (
		<section aria-labelledby="history">
			<h2 id="history" className="text-xl">
				Provenance
			</h2>
			<ol className="mt-3 border-t border-line text-sm">
				{history.map(({ at, text, count, pence }, index) => (
					<li
						// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
						key={index}
						className="flex flex-wrap gap-x-4 border-b border-line py-3"
					>
						<span className="w-26">
							<Time at={at} dateOnly />
						</span>
						<span className="flex-1 basis-32">
							{text}
							{count < cells.length ? `, ${count} of ${cells.length} pixels` : null}
						</span>
						<span>{pence === null ? null : <Money pence={pence} />}</span>
					</li>
				))}
			</ol>
			<p className="mt-3 text-xs text-muted">Prices are the list prices of the day.</p>
		</section>
	)
}

function Certificate({ pixel: { since, state } }: Data) {
	if (since === null || state === 'admin-reserved') return null
	return (
		<section className="sheet grid content-start gap-2 self-start p-6 sm:p-8" aria-labelledby="certificate">
			<p className="kicker">Global Ownership Certificate</p>
			<h2 id="certificate">Its owner holds the paper</h2>
			<p className="text-sm text-muted">
				It carries a code. Whoever is shown the paper can check here whether it is valid.
			</p>
			<p>
				<a className="link inline-flex min-h-11 items-center" href="/certificates">
					Check a certificate
				</a>
			</p>
		</section>
	)
}
