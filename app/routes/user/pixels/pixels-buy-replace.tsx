import { redirect } from 'react-router'
import { framingFields, type PlacedImage } from '~/domain/creatives/placed-image.server'
import { readFormImageKey } from '~/domain/creatives/schema'
import { parseIdRanges } from '~/domain/grid/selection/ranges'
import { describeSelection, selectionQuery } from '~/domain/grid/selection/selection'
import { openCheckout } from '~/domain/orders/checkout/open.server'
import { isHeld } from '~/domain/orders/hold-rules'
import { readOpenCheckout } from '~/domain/orders/queries.server'
import { checkoutPath } from '~/domain/orders/rules'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { Money } from '~/ui/money'
import { Time } from '~/ui/time'
import type { Route } from './+types/pixels-buy-replace'

/* Confirms a new checkout that would end the hold of another, for which money may be on its way. */

const GRID = '/user/pixels/buy'

const cellsIn = (request: Request) => parseIdRanges(new URL(request.url).searchParams.get('cells'))

/* Includes the image that was placed in the preview, if any. */
function ownAddress(request: Request): string {
	const { pathname, search } = new URL(request.url)
	return pathname + search
}

function imageIn(request: Request): PlacedImage | undefined {
	const values = Object.fromEntries(new URL(request.url).searchParams)
	const key = readFormImageKey(values)
	return key === undefined ? undefined : { key, framing: framingFields(values) }
}

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const ids = cellsIn(request)
	const open = await readOpenCheckout(account.id)
	const backHref = GRID + selectionQuery(ids)
	// Without a hold there is nothing to confirm.
	if (ids.length === 0 || !open || !isHeld(open, Date.now())) throw redirect(backHref)
	return {
		wanted: describeSelection(ids),
		path: ownAddress(request),
		backHref,
		open: {
			id: open.id,
			reference: open.reference,
			pixels: describeSelection(open.cells.map(cell => cell.cell)),
			totalPence: open.totalPence,
			until: open.holdUntil ?? 0,
		},
	}
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const form = await readForm(request)
	if (form.get('intent') !== 'confirm') throw badRequest()
	const ids = cellsIn(request)
	const opened = await openCheckout(account.id, ids, Date.now(), {
		replaces: String(form.get('replaces') ?? ''),
		image: imageIn(request),
	})
	if (opened.ok) throw redirect(checkoutPath(opened.orderId, 'cells'))
	// Another checkout was put on hold meanwhile, so confirm that one.
	if (opened.code === 'checkout-held') throw redirect(ownAddress(request))
	throw await redirectWithFlash(GRID + selectionQuery(ids), { type: 'error', text: opened.message })
}

export default function ReplaceCheckout({ loaderData }: Route.ComponentProps) {
	const { wanted, path, backHref, open } = loaderData
	return (
		<ConfirmPage
			title="End the hold of your other checkout?"
			cancelHref={backHref}
			cancelLabel="Keep it"
			confirmLabel="End it and go on"
			action={path}
			hidden={{ replaces: open.id }}
		>
			<p>
				Your checkout <span className="figures font-semibold">{open.reference}</span> holds {open.pixels} for{' '}
				<Money pence={open.totalPence} /> until <Time at={open.until} />. A checkout of {wanted} ends that
				hold: anybody can buy the other pixels then.
			</p>
			<p>
				Have you made the transfer for it already?{' '}
				<a className="link" href={checkoutPath(open.id, 'confirm')}>
					Send us its receipt first
				</a>
				. Then both are yours.
			</p>
		</ConfirmPage>
	)
}
