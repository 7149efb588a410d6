import { data, redirect } from 'react-router'
import { cellsByIds } from '~/domain/grid/layout'
import { checkAdminOperation } from '~/domain/grid/rules'
import { cellsInAddress, chosenPath, HOUSE_PATH, stepPath } from '~/domain/house/paths'
import {
	HouseSaleForm,
	lendingDays,
	SALE_FAILED,
	saleRefusal,
	temporarySaleForm,
} from '~/domain/house/schema'
import { readStandings } from '~/domain/house/standings.server'
import { getPrices } from '~/domain/settings/queries.server'
import { dayText, londonMoment } from '~/domain/time'
import { countInvitation, OWN_ADDRESS, offerCells } from '~/domain/transfers/offer.server'
import { OFFER_WORDS, offerRefusal } from '~/domain/transfers/offer-rules'
import { readOwnCells } from '~/domain/transfers/own-cells.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { orErrorPage } from '~/server/http/loading.server'
import { StepRefused } from '~/ui/house/step-parts'
import { pageTitle } from '~/ui/layout/page-meta'
import { SellTo } from '~/ui/selling/sell-to'
import type { Route } from './+types/profile-sell'

/* Sell and Temporary Sell of house pixels: an invitation, for good or until a day. */

const STEPS = {
	sell: { title: 'Sell Pixels', failed: SALE_FAILED.sell },
	'temporary-sell': {
		title: 'Temporary Sell Pixels',
		failed: SALE_FAILED['temporary-sell'],
	},
} as const

const stepIn = (pathname: string): keyof typeof STEPS =>
	pathname.includes('temporary-sell') ? 'temporary-sell' : 'sell'

export const meta: Route.MetaFunction = ({ location }) => [
	{ title: pageTitle(STEPS[stepIn(location.pathname)].title) },
]

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return await pageData(request)
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const step = stepIn(new URL(request.url).pathname)
	const { failed: title } = STEPS[step]
	const form = await readForm(request)
	const intent = form.get('intent')
	if (intent !== 'proceed' && intent !== 'confirm') throw badRequest()
	const submission =
		step === 'sell' ? parseForm(form, HouseSaleForm) : parseForm(form, temporarySaleForm(now))
	if (submission.status !== 'success') return formReply(submission)
	const recipientEmail = submission.value.buyer_email
	const day = 'transfer_till' in submission.value ? submission.value.transfer_till : undefined
	if (recipientEmail === admin.email) {
		return formReply(submission, saleRefusal(step, OWN_ADDRESS))
	}
	if (intent === 'proceed') {
		const typed = String(day)
		const loan = day === undefined ? undefined : { typed, until: `the end of ${dayText(typed)}` }
		return data({ recipientEmail, loan, result: null, title: undefined })
	}

	const counted = await countInvitation(admin.id)
	if (!counted.ok) return formReply(submission, { title, ...counted })
	// The day is included: the loan ends with it, by London's clock.
	const till = day === undefined ? null : londonMoment(`${day}T23:59`)
	const offer = {
		senderId: null,
		actorId: admin.id,
		cells: cellsInAddress(request.url),
		recipientEmail,
		till,
		now,
	}
	const sent = await catchUnexpected(() => offerCells(offer), { title, message: 'Please try again.' })
	if (!sent.ok) {
		const refusal = 'code' in sent ? saleRefusal(step, sent) : sent
		return formReply(submission, { title, status: 409, ...refusal })
	}
	throw await redirectWithFlash(HOUSE_PATH, { type: 'success', text: 'Invitation sent successfully' })
}

/** The selection stands in the address. `refused`: why it cannot be sold (any more). */
async function pageData(request: Request) {
	const now = Date.now()
	const step = stepIn(new URL(request.url).pathname)
	const ids = cellsInAddress(request.url)
	if (ids.length === 0) throw redirect(HOUSE_PATH)
	const read = () => Promise.all([readStandings(ids, now), readOwnCells(null, now), getPrices()])
	const [standings, own, prices] = await orErrorPage('Failed to fetch pixels data', read)
	const situations = new Map(standings.map(one => [one.cell, one.situation]))
	const check = checkAdminOperation(step, ids, id => situations.get(id) ?? 'available')
	const refusal = check.ok ? offerRefusal(null, ids, own, OFFER_WORDS) : check
	const cells = cellsByIds(ids)
	return {
		step,
		cells,
		pence: cells.reduce((sum, cell) => sum + prices[cell.type], 0),
		path: stepPath(step, ids),
		backHref: chosenPath(ids),
		lends: step === 'sell' ? undefined : lendingDays(now),
		refused: refusal?.message,
	}
}

export default function SellHousePixels({ loaderData, actionData }: Route.ComponentProps) {
	const { step, refused, ...page } = loaderData
	const { title, failed } = STEPS[step]
	if (refused !== undefined) {
		const typed = actionData?.result?.initialValue
		return <StepRefused title={failed} message={refused} backHref={page.backHref} typed={typed} />
	}
	return <SellTo {...page} title={title} answer={actionData} />
}
