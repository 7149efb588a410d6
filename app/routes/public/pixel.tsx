import type { ReactNode } from 'react'
import { fileUrl } from '~/domain/files/rules'
import { blockName, type Pixel, readPixel } from '~/domain/grid/pixel.server'
import { buyPath, clickPath, PIXELS_PATH, pixelPath } from '~/domain/grid/pixel-path'
import { STATE_WORDS, safeLink } from '~/domain/grid/rules'
import { formatPounds, poundsInWords } from '~/domain/money'
import { countVisitor } from '~/domain/statistics/count.server'
import { momentText } from '~/domain/time'
import { found } from '~/server/answers.server'
import { keptForEveryGuest } from '~/server/guest-page.server'
import { whenSeen } from '~/server/request-context.server'
import { ButtonLink } from '~/ui/button'
import { BlockPicture } from '~/ui/creatives/block-picture'
import { Facts } from '~/ui/facts'
import { PlaceMap } from '~/ui/grid/place-map'
import { HOUSE_IMAGE, pageMeta } from '~/ui/page-meta'
import { pixelData } from '~/ui/structured-data'
import { Time } from '~/ui/time'
import type { Route } from './+types/pixel'

/* The grid changes with whatever happens to a pixel, so what is kept of its page is as old as the grid. */
export const middleware: Route.MiddlewareFunction[] = [keptForEveryGuest]

export const meta: Route.MetaFunction = ({ loaderData: pixel, matches }) => {
	if (!pixel) return []
	const { name, canonical: path, block } = pixel
	const { origin } = matches[0].loaderData
	const description = block?.description ?? `${name}: ${pixel.standing}.`
	const image = block ? fileUrl(block.imageKey) : undefined
	const pricePence = pixel.state === 'available' ? pixel.pricePence : undefined
	return [
		...pageMeta({ title: name, description, path, origin, image }),
		pixelData({ name, description, url: origin + path, image: origin + (image ?? HOUSE_IMAGE), pricePence }),
	]
}

export async function loader({ params }: Route.LoaderArgs) {
	const pixel = found(await readPixel(Number(params.cell), Date.now()))
	const { creativeId } = pixel.block ?? {}
	if (creativeId !== undefined) whenSeen((visitor, at) => countVisitor('views', creativeId, visitor, at))
	const first = pixel.cells[0]?.id ?? pixel.cell.id
	return { ...pixel, canonical: pixelPath(first), name: blockName(pixel.cells), standing: standingOf(pixel) }
}

function standingOf({ state, pricePence }: Pixel): string {
	if (state === 'available') return `available for ${formatPounds(pricePence)}`
	return STATE_WORDS[state].toLowerCase()
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export default function PixelPage({ loaderData: pixel }: Route.ComponentProps) {
	return (
		<article className="wrap grid gap-10 py-12 md:py-16 md:grid-cols-2 lg:gap-20 lg:py-24">
			<div className="grid gap-6 content-start">
				<p className="kicker">On the grid</p>
				<h1 className="text-xl">{pixel.name}</h1>
				<hr className="rule" />
				<Shown pixel={pixel} />
				<Offer pixel={pixel} />
				<Facts items={facts(pixel)} />
				<History history={pixel.history} />
			</div>
			<figure className="grid gap-4 content-start">
				<PlaceMap cells={pixel.cells} label={`Where it lies on the grid: ${pixel.name}`} className="w-full" />
				<figcaption className="flex flex-wrap items-center gap-x-6 gap-y-4 text-sm text-muted">
					<span>Where it lies.</span>{' '}
					<a className="link link-alone" href="/">
						See the whole grid
					</a>{' '}
					<a className="link link-alone whitespace-nowrap" href={PIXELS_PATH}>
						List of all blocks
					</a>
				</figcaption>
			</figure>
		</article>
	)
}

function Shown({ pixel: { block } }: { pixel: Pixel }) {
	if (!block) return null
	const url = safeLink(block.link)
	return (
		<div className="grid gap-5">
			<BlockPicture
				cells={block.cells}
				src={fileUrl(block.imageKey)}
				label={block.description}
				className="max-h-96 w-full border border-line"
			/>
			<p className="max-w-text text-lg">{block.description}</p>
			{url ? (
				<p>
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
	)
}

function Offer({ pixel: { state, cell, pricePence } }: { pixel: Pixel }) {
	if (state !== 'available') return null
	return (
		<div className="grid gap-5 justify-items-start">
			<p className="grid gap-1">
				<span className="figures font-serif text-xl">{formatPounds(pricePence)}</span>{' '}
				<span className="text-sm text-muted">{capital(poundsInWords(pricePence))}</span>
			</p>
			<ButtonLink href={buyPath(cell.id)}>Buy this pixel</ButtonLink>
		</div>
	)
}

function facts({ cell, state, since, holdUntil, lentUntil }: Pixel): [string, ReactNode][] {
	return [
		['Size', capital(cell.type)],
		['Place', `Row ${cell.row}, column ${cell.col}`],
		['State', STATE_WORDS[state]],
		...(holdUntil === null
			? []
			: [['On hold for a buyer', `until ${momentText(holdUntil)}`] as [string, string]]),
		...(lentUntil === null ? [] : [['Loan', `lent until ${momentText(lentUntil)}`] as [string, string]]),
		...(since === null
			? []
			: [['Held since', <Time key="since" at={since} dateOnly />] as [string, ReactNode]]),
	]
}

function History({ history }: Pick<Pixel, 'history'>) {
	if (history.length === 0) return <p className="text-sm text-muted">It has never been sold.</p>
	return (
		<section className="grid gap-3" aria-labelledby="history">
			<h2 id="history" className="text-lg">
				History of ownership
			</h2>
			<ol className="grid gap-2 text-sm">
				{history.map(({ at, text }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once, on the server
					<li key={index} className="flex justify-between gap-4 border-t border-line pt-2">
						<span>{text}</span>
						<span className="text-muted">
							<Time at={at} dateOnly />
						</span>
					</li>
				))}
			</ol>
		</section>
	)
}
