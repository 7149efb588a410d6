import type { ReactNode } from 'react'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { safeLink } from '~/domain/creatives/link'
import { fileUrl } from '~/domain/files/rules'
import { describeLotPlace, describeLotSize, formatLotNumber } from '~/domain/grid/lot'
import { buyPath, clickPath, pixelPath } from '~/domain/grid/pixel-path'
import { STATE_LABELS } from '~/domain/grid/rules'
import { formatPounds, poundsInWords } from '~/domain/money'
import { capitalize } from '~/domain/text'
import { formatDateTime } from '~/domain/time'
import { ButtonLink, CopyButton } from '../button'
import { BlockPicture } from '../creatives/block-picture'
import { Facts } from '../facts'
import { chosenPath } from '../grid/free-places'
import { LotPlace } from '../grid/lot-place'
import { Money } from '../money'
import { Time } from '../time'
import type { LotData } from './data'
import { NeighbourList } from './neighbourhood'

type Data = { pixel: LotData }

/** The image, facts and price of a lot. */
export function LotHead({ pixel }: Data) {
	const { block, cells, title, text, own, beside } = pixel
	const [free] = beside
	const url = block && safeLink(block.link)
	return (
		<div className="lot-band">
			{block ? (
				<BlockPicture
					cells={block.cells}
					src={fileUrl(block.imageKey)}
					label={block.description}
					className="aspect-4/3 w-full max-lg:-mx-(--gutter) max-lg:w-[calc(100%+2*var(--gutter))]"
					plate={4 / 3}
				/>
			) : (
				<LotPlace place={pixel.place} cells={cells} label={`The neighbourhood today: ${pixel.name}`} />
			)}
			<div className="grid content-start gap-5">
				<div>
					<p className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-accent pb-2">
						<span className="figures font-serif text-lg text-accent">{formatLotNumber(cells)}</span>{' '}
						<span className="text-xs text-muted">{capitalize(describeLotPlace(cells))}</span>
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
				{block || own ? null : <Price pixel={pixel} />}
				<Facts items={facts(pixel)} />
				<Own pixel={pixel} />
				{free ? (
					<ButtonLink variant="secondary" href={chosenPath(free)}>
						Buy the place beside it · {formatPounds(free.pence)}
					</ButtonLink>
				) : null}
				<div className="flex min-h-11 flex-wrap items-center gap-x-5 text-sm">
					<AlertForm pixel={pixel} />{' '}
					<a
						className="link link-alone"
						href={`mailto:?subject=${encodeURIComponent(`${formatLotNumber(cells)}, ${title}`)}&body=${encodeURIComponent(pixel.address)}`}
					>
						Share by email
					</a>{' '}
					<CopyButton text={pixel.address} label="the address of this page" />
				</div>
				{block ? null : <NeighbourList pixel={pixel} />}
			</div>
		</div>
	)
}

function Own({ pixel: { own } }: Data) {
	if (!own) return null
	return (
		<div className="flex flex-wrap items-center gap-x-5 gap-y-3">
			<p className="max-w-text text-sm">
				<strong>{own.whose}</strong> {own.text}
			</p>
			<ButtonLink href={own.way.href}>{own.way.label}</ButtonLink>
		</div>
	)
}

/** The price of a pixel that shows nothing, and the way to buy it if it is free. */
function Price({ pixel: { state, cell, cells, pricePence } }: Data) {
	const pence = pricePence * cells.length
	const isFree = state === 'available'
	const words = poundsInWords(pence)
	return (
		<div className="grid gap-4">
			<p className="grid gap-1">
				<span className="figures font-serif text-xl">{formatPounds(pence)}</span>{' '}
				<span className="text-sm text-muted">
					{isFree ? capitalize(words) : `List price today, ${words}`}
				</span>
			</p>
			{isFree ? (
				<>
					<ButtonLink href={buyPath(cell.id)}>Buy this pixel</ButtonLink>
					<p className="max-w-text text-sm text-muted">
						Your image, your words and your link stand here, on the front page, for as long as you own it. You
						pay once, by bank transfer.{' '}
						<a className="link whitespace-nowrap" href="/how-it-works">
							How it works
						</a>
					</p>
				</>
			) : null}
		</div>
	)
}

function facts({
	title,
	cells,
	block,
	state,
	owner,
	since,
	holdUntil,
	lentUntil,
	history,
	own,
	isHouse,
}: LotData): Record<string, ReactNode> {
	const size = capitalize(describeLotSize(cells))
	const price = history.find(
		({ at, pence, count }) => at === since && pence !== null && count === cells.length,
	)?.pence
	return {
		Size: size === title ? sizeInTiny(cells) : size,
		State: own ? STATE_LABELS.owned : (!block || state === 'invited') && STATE_LABELS[state],
		Owner: block && (isHouse ? 'The house' : (owner ?? 'Private owner')),
		'On hold for a buyer': holdUntil && `until ${formatDateTime(holdUntil)}`,
		Loan: lentUntil && `lent until ${formatDateTime(lentUntil)}`,
		'Held since': since && <Time at={since} dateOnly />,
		'List price when acquired': price && since && (
			<>
				<Money pence={price} />
				<br />
				<span className="text-muted">{poundsInWords(price)}</span>
			</>
		),
		Provenance: history.length === 0 && 'It has never been sold',
	}
}

/** Compares a single pixel with the smallest ones: "as large as 16 tiny pixels". */
function sizeInTiny([first, ...others]: LotData['cells']): string | null {
	return first && first.type !== 'tiny' && others.length === 0
		? `as large as ${first.w * first.h} tiny pixels`
		: null
}

const WORDS = 'Tell me if it is offered again'

/** Offers an email when the block is free (P8). Guests sign in first and return to the page. */
function AlertForm({ pixel: { alert, cells, cell } }: { pixel: LotData }) {
	if (alert === null) return null
	if (alert === 'sign-in') {
		const page = pixelPath(cells[0]?.id ?? cell.id)
		return (
			<a className="link link-alone" href={withRedirectTo(page, '/login')} rel="nofollow">
				{WORDS}
			</a>
		)
	}
	return (
		<form method="post">
			{alert === 'asked' ? 'We will email you when it is free. ' : null}
			<button
				type="submit"
				className="link link-alone cursor-pointer"
				name="intent"
				value={alert === 'asked' ? 'remove-alert' : 'add-alert'}
			>
				{alert === 'asked' ? 'Do not email me' : WORDS}
			</button>
		</form>
	)
}
