import { data, redirect } from 'react-router'
import type { z } from 'zod'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { readGrid } from '~/domain/grid/queries.server'
import { readSelection, resolveCells, selectionQuery } from '~/domain/grid/selection/selection'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { checkOccupiedCells, readOccupiedCells } from '~/domain/house/occupied-cells.server'
import { cellsInAddress, chosenPath, HOUSE_PATH, stepPath } from '~/domain/house/paths'
import {
	describeSaleRefusal,
	HouseSaleForm,
	lendingDays,
	SALE_FAILED,
	temporarySaleForm,
} from '~/domain/house/schema'
import { formatDateTime, formatDay, londonDay, toDatetimeLocal } from '~/domain/time'
import { countInvitation, listOwnCells, offerCells } from '~/domain/transfers/offer.server'
import { checkOffer, OFFER_MESSAGES } from '~/domain/transfers/offer-rules'
import { getSenderId, listedPath, OWN_ADDRESS } from '~/domain/transfers/rules'
import { BuyerForm, findOfferErrors } from '~/domain/transfers/schema'
import { requireAccount } from '~/server/auth/guards.server'
import type { SessionAccount } from '~/server/auth/session.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, type RefusedForm, readForm } from '~/server/forms/form.server'
import { orErrorPage } from '~/server/http/loading.server'
import { badRequest } from '~/server/http/responses.server'
import { Button } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { FormPage } from '~/ui/forms/form-page'
import { StepRefused } from '~/ui/forms/step-refused'
import { PlaceCard } from '~/ui/grid/place-card'
import { Money } from '~/ui/money'
import { Places } from '~/ui/orders/places'
import { BUYER_EMAIL, TRANSFER_TILL } from '~/ui/selling/offer-fields'
import type { Route } from './+types/sell-to'

/* Asks for the recipient of pixels: of a member's, permanently or until a time, or of the house's, permanently or until
   a day. */

const TITLES = { sell: 'Sell Pixels', 'temporary-sell': 'Temporary Sell Pixels' } as const

const readStep = (pathname: string): keyof typeof TITLES =>
	pathname.includes('temporary-sell') ? 'temporary-sell' : 'sell'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { refusal, ...page } = await pageData(request, account)
	if (refusal && account.role === 'user') throw await backToGrid(refusal)
	return { ...page, refused: refusal?.message }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const isHouse = account.role === 'admin'
	const now = Date.now()
	const step = readStep(new URL(request.url).pathname)
	const title = SALE_FAILED[step]
	const form = await readForm(request)
	const intent = form.get('intent')
	if (intent !== 'proceed' && intent !== 'confirm' && intent !== 'change') throw badRequest()
	const cells = cellsIn(request, isHouse).ids
	if (!isHouse && (intent === 'proceed' || cells.length === 0)) {
		// The command validates the input: a second click finds its own invitation there.
		const { refusal } = await pageData(request, account)
		if (refusal) throw await backToGrid(refusal)
	}
	const schema: z.ZodType<{ buyer_email: string; transfer_till?: number | null | undefined }> = !isHouse
		? BuyerForm
		: step === 'sell'
			? HouseSaleForm
			: temporarySaleForm(now)
	const submission = parseForm(form, schema)
	const { message } = isHouse ? describeSaleRefusal(step, OWN_ADDRESS) : OWN_ADDRESS
	const errors = findOfferErrors(submission.payload, { own: account.email, message, now })
	if (intent === 'change') return formReply(submission, { status: 200 })
	if (submission.status !== 'success' || errors) return formReply(submission, undefined, errors)
	const { buyer_email: recipientEmail, transfer_till: until = null } = submission.value
	if (intent === 'proceed') {
		const loan =
			until === null
				? undefined
				: isHouse
					? { typed: londonDay(until), until: `the end of ${formatDay(londonDay(until))}` }
					: { typed: toDatetimeLocal(until), until: formatDateTime(until) }
		return data({ recipientEmail, loan })
	}
	const tooMany = await countInvitation(account.id)
	if (tooMany) return formReply(submission, { title, ...tooMany })
	const offer = { senderId: getSenderId(account), actorId: account.id, cells, recipientEmail, until, now }
	const sent = await catchUnexpected(() => offerCells(offer), { title, message: 'Please try again.' })
	if (!sent.ok) {
		const refusal =
			sent.code !== 'unexpected' && isHouse ? { status: 409, ...describeSaleRefusal(step, sent) } : sent
		return formReply(submission, { title, ...refusal })
	}
	const text = 'Invitation sent successfully'
	throw await redirectWithFlash(listedPath(account.role), { type: 'success', text, cell: cells[0] })
}

const backToGrid = ({ message: text }: { message: string }) =>
	redirectWithFlash(listedPath('user'), { type: 'error', text })

/** Reads the selection in the address, and for members why it is not valid. */
function cellsIn(request: Request, isHouse: boolean) {
	if (isHouse) return { ids: cellsInAddress(request.url), refusal: undefined }
	const resolved = resolveCells(readSelection(new URL(request.url).searchParams), true)
	return resolved.ok ? { ids: resolved.ids, refusal: undefined } : { ids: resolved.kept, refusal: resolved }
}

/** `refusal`: why the selection cannot be sold. */
async function pageData(request: Request, account: SessionAccount) {
	const now = Date.now()
	const holder = getSenderId(account)
	const isHouse = holder === null
	const step = readStep(new URL(request.url).pathname)
	const { ids, refusal } = cellsIn(request, isHouse)
	if (isHouse && ids.length === 0) throw redirect(HOUSE_PATH)
	const read = () => Promise.all([isHouse ? readOccupiedCells(ids, now) : [], readGrid(now)])
	const [occupied, grid] = await orErrorPage('Failed to fetch pixels data', read)
	const check = isHouse ? checkOccupiedCells(step, ids, occupied) : { ok: true as const }
	const barred = check.ok ? checkOffer(holder, ids, listOwnCells(grid, holder), OFFER_MESSAGES) : check
	const cells = cellsByIds(ids)
	return {
		step,
		cells,
		place: ids.length > 0 ? await readSurroundings(ids, account.id, now) : null,
		pence: cells.reduce((sum, cell) => sum + grid.prices[cell.type], 0),
		path: isHouse ? stepPath(step, ids) : `${listedPath('user')}/to${selectionQuery(ids)}`,
		backHref: isHouse ? chosenPath(ids) : listedPath('user') + selectionQuery(ids),
		lends: step === 'sell' ? undefined : lendingDays(now),
		mayLend: !isHouse,
		refusal: refusal ?? barred,
	}
}

type Page = Route.ComponentProps['loaderData']

/** Asks for the recipient of the selected pixels, then for confirmation. */
export default function SellTo({ loaderData, actionData }: Route.ComponentProps) {
	const { step, refused, backHref } = loaderData
	const form = actionData && 'result' in actionData ? actionData : undefined
	if (refused !== undefined) {
		const typed = form?.result.initialValue
		return <StepRefused title={SALE_FAILED[step]} message={refused} backHref={backHref} typed={typed} />
	}
	if (actionData && 'recipientEmail' in actionData) return <Confirm page={loaderData} {...actionData} />
	return <Recipient page={loaderData} refused={form} />
}

const EXPIRY_DATE = {
	label: 'Expiry date',
	type: 'date',
	help: 'London time. The pixels come back at the end of this day, with what they show now.',
}

function Recipient({ page, refused }: { page: Page; refused: RefusedForm | undefined }) {
	const { step, lends: days, mayLend } = page
	const help = 'One address. Somebody who has no account yet can make one, and finds the invitation there.'
	const loan = days ? { ...EXPIRY_DATE, min: days.first, max: days.last } : mayLend && TRANSFER_TILL
	return (
		<FormPage
			title={mayLend ? 'Sell or Lend Pixels' : TITLES[step]}
			backHref={page.backHref}
			id="recipient"
			action={page.path}
			table={{ buyer_email: { ...BUYER_EMAIL, help }, ...(loan ? { transfer_till: loan } : {}) }}
			refused={refused}
			noValidate
			above={<Offered page={page} />}
			save="Proceed"
			saveIntent="proceed"
			busy="Checking..."
		/>
	)
}

/** A recipient to confirm, and until when the pixels are lent: as typed, and as text. */
type Offer = { recipientEmail: string; loan: { typed: string; until: string } | undefined }

function Confirm({ page, recipientEmail, loan }: Offer & { page: Page }) {
	return (
		<ConfirmPage
			title="Are you sure?"
			cancelHref={page.backHref}
			confirmLabel={
				loan ? `Lend ${page.cells.length === 1 ? 'this pixel' : 'these pixels'}` : 'Yes, list for sale!'
			}
			busyLabel="Sending…"
			variant="primary"
			action={page.path}
			hidden={{ buyer_email: recipientEmail, ...(loan ? { transfer_till: loan.typed } : {}) }}
			further={
				<Button variant="secondary" name="intent" value="change">
					Change
				</Button>
			}
		>
			{loan ? null : <p>Once listed for sale, this action cannot be undone!</p>}
			{loan && page.mayLend ? <p>A loan cannot be recalled: it lasts until {loan.until}.</p> : null}
			<h2>Please Check Details</h2>
			<Offered page={page} recipientEmail={recipientEmail} loan={loan} />
			<p className="help">
				Until the invitation is answered the pixels stay yours, but cannot be managed or offered to anybody
				else.{' '}
				{loan
					? `When it is accepted they are lent until ${loan.until}. What they show now is taken off the grid until then, and is shown again afterwards.`
					: 'When it is accepted the transfer is permanent, and what they show is taken off the grid.'}
			</p>
		</ConfirmPage>
	)
}

function Offered({ page: { cells, place, pence }, recipientEmail, loan }: Partial<Offer> & { page: Page }) {
	return (
		<div className="grid gap-3">
			{place ? <PlaceCard place={place} title="The place" /> : null}
			<Facts
				items={{
					Email: recipientEmail,
					'Total Pixels': formatPixelCount(cells.length),
					'Lent until': loan?.until,
					'List price': <Money pence={pence} words />,
				}}
			/>
			<Places cells={cells} />
		</div>
	)
}
