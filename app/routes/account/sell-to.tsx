import { data, redirect } from 'react-router'
import type { z } from 'zod'
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
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { orErrorPage } from '~/server/http/loading.server'
import { badRequest } from '~/server/http/responses.server'
import { StepRefused } from '~/ui/forms/step-refused'
import { SellTo } from '~/ui/selling/sell-to'
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
	if (intent !== 'proceed' && intent !== 'confirm') throw badRequest()
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
	if (submission.status !== 'success' || errors) return formReply(submission, undefined, errors)
	const { buyer_email: recipientEmail, transfer_till: until = null } = submission.value
	if (intent === 'proceed') {
		const loan =
			until === null
				? undefined
				: isHouse
					? { typed: londonDay(until), until: `the end of ${formatDay(londonDay(until))}` }
					: { typed: toDatetimeLocal(until), until: formatDateTime(until) }
		return data({ recipientEmail, loan, result: null, title: undefined })
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

export default function SellToPage({ loaderData, actionData }: Route.ComponentProps) {
	const { step, refused, ...page } = loaderData
	if (refused !== undefined) {
		const typed = actionData?.result?.initialValue
		return <StepRefused title={SALE_FAILED[step]} message={refused} backHref={page.backHref} typed={typed} />
	}
	const title = page.mayLend ? 'Sell or Lend Pixels' : TITLES[step]
	return <SellTo {...page} title={title} response={actionData} />
}
