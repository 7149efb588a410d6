import { addAlert, readAlert, removeAlert } from '~/domain/alerts/commands.server'
import { readOwnLot } from '~/domain/creatives/own-lot.server'
import { fileUrl } from '~/domain/files/rules'
import { describeLotSize, formatLotNumber, splitTitle } from '~/domain/grid/lot'
import { readLotPictureAddress } from '~/domain/grid/picture/lot-picture.server'
import { type NamedBlock, namePublicBlock, type Pixel, readPixel } from '~/domain/grid/pixel.server'
import { pixelInPath, pixelPath } from '~/domain/grid/pixel-path'
import { STATE_LABELS, type Viewer } from '~/domain/grid/rules'
import { formatPounds } from '~/domain/money'
import { countVisitor } from '~/domain/statistics/count.server'
import { capitalize } from '~/domain/text'
import { optionalAccount, requireUser } from '~/server/auth/guards.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { countView } from '~/server/http/request-context.server'
import { badRequest, orNotFound } from '~/server/http/responses.server'
import { absoluteUrl } from '~/server/ops/absolute-url.server'
import { HOUSE_IMAGE, pageMeta } from '~/ui/layout/page-meta'
import { pixelData } from '~/ui/layout/structured-data'
import type { LotData } from '~/ui/lot/data'
import { LotHead } from '~/ui/lot/lot-head'
import { Neighbourhood } from '~/ui/lot/neighbourhood'
import { CertificateNote, Provenance } from '~/ui/lot/provenance'
import type { Route } from './+types/pixel'

/* The grid's version changes with everything that happens to a pixel, so it is the cache key of this page too. */
export const handle = { cacheForGuests: {} satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ loaderData: pixel, matches }) => {
	if (!pixel) return []
	const { name, title, canonical: path, block } = pixel
	const { origin } = matches[0].loaderData
	const description = block?.description ?? `${name}: ${pixel.stateText}.`
	const image = block ? fileUrl(block.imageKey) : undefined
	const pricePence = pixel.state === 'available' ? pixel.pricePence : undefined
	return [
		...pageMeta(matches, {
			title: `${formatLotNumber(pixel.cells)}, ${title}`,
			description,
			path,
			...(pixel.picture
				? { image: { ...pixel.picture, alt: `${name}, among its neighbours on the grid.` } }
				: {}),
		}),
		pixelData({ name, description, url: origin + path, image: origin + (image ?? HOUSE_IMAGE), pricePence }),
	]
}

export async function loader({ request }: Route.LoaderArgs) {
	const now = Date.now()
	const account = await optionalAccount(request)
	const pixel = await readNamedPixel(request, now, account && { role: account.role, accountId: account.id })
	const own = account ? await readOwnLot(pixel.cell.id, account, now) : null
	const { creativeId } = own?.isPublicLater ? {} : (pixel.block ?? {})
	if (creativeId !== undefined) countView((visitor, at) => countVisitor('views', creativeId, visitor, at))
	const first = pixel.cells[0]?.id ?? pixel.cell.id
	const isEmpty = !['available', 'admin-reserved'].includes(pixel.state) && pixel.holdUntil === null
	const parts = splitTitle(pixel.block?.description ?? '')
	return {
		...pixel,
		canonical: pixelPath(first),
		name: namePublicBlock(pixel.cells),
		title: parts.title ?? capitalize(describeLotSize(pixel.cells)),
		text: pixel.block ? parts.text : isEmpty ? 'Nothing is shown here yet.' : '',
		stateText: describeState(pixel),
		picture: await readLotPictureAddress(pixel.cells, now),
		address: absoluteUrl(pixelPath(first)),
		alert: own || pixel.state === 'available' ? null : await readAlertState(account, first, now),
		own,
	}
}

async function readNamedPixel(request: Request, now: number, viewer?: Viewer): Promise<Pixel> {
	// The router would accept "%31" for "1"; each pixel has one address, and one for its data.
	const id = orNotFound(pixelInPath(new URL(request.url).pathname.replace(/\.data$/, '')))
	return orNotFound(await readPixel(id, now, viewer))
}

async function readAlertState(
	account: SessionAccount | undefined,
	lot: number,
	now: number,
): Promise<LotData['alert']> {
	if (!account) return 'sign-in'
	return account.role === 'user' ? await readAlert(account.id, lot, now) : null
}

/** Adds or removes an alert for when the block is free. */
export async function action({ request }: Route.ActionArgs) {
	const { id: accountId } = await requireUser(request)
	const now = Date.now()
	const { cell, cells } = await readNamedPixel(request, now)
	const lot = cells[0]?.id ?? cell.id
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'add-alert': {
			const added = await catchUnexpected(() => addAlert({ cell: lot, accountId, now }))
			const text = added.ok ? 'We will email you when it is free.' : added.message
			throw await redirectWithFlash(pixelPath(lot), { type: added.ok ? 'success' : 'error', text })
		}
		case 'remove-alert':
			await removeAlert({ accountId, lot })
			throw await redirectWithFlash(pixelPath(lot), 'We will not email you about it.')
		default:
			throw badRequest()
	}
}

function describeState({ state, pricePence }: Pixel): string {
	if (state === 'available') return `available for ${formatPounds(pricePence)}`
	return STATE_LABELS[state].toLowerCase()
}

export default function PixelPage({ loaderData: pixel }: Route.ComponentProps) {
	return (
		<article className="wrap grid gap-10 pt-3 pb-16 lg:gap-12">
			<Breadcrumb pixel={pixel} />
			<LotHead pixel={pixel} />
			{pixel.block ? <Neighbourhood pixel={pixel} /> : null}
			{pixel.history.length > 0 ? (
				<div className="lot-band border-t border-line pt-8">
					<Provenance pixel={pixel} />
					<CertificateNote pixel={pixel} />
				</div>
			) : null}
		</article>
	)
}

/** Links to the grid, and to the lots before and after this one. */
function Breadcrumb({ pixel: { cells, before, after } }: { pixel: LotData }) {
	return (
		<nav className="-mb-6 flex flex-wrap gap-x-5 text-xs text-muted lg:-mb-8" aria-label="Lots">
			<span className="mr-auto flex items-center gap-2">
				<a className="link inline-flex min-h-11 items-center" href="/">
					The grid
				</a>{' '}
				/ {formatLotNumber(cells)}
			</span>{' '}
			{before ? <LotLink block={before} words="Previous" /> : null}{' '}
			{after ? <LotLink block={after} words="Next" /> : null}
		</nav>
	)
}

function LotLink({ block: { id, lot, name }, words }: { block: NamedBlock; words: string }) {
	return (
		<a className="link inline-flex min-h-11 items-center" href={pixelPath(id)}>
			{words}
			<span className="whitespace-pre max-sm:sr-only">
				: {lot}, {name}
			</span>
		</a>
	)
}
