import { data } from 'react-router'
import { cellsByIds } from '~/domain/grid/layout'
import { meantCells, readSelection, selectionQuery } from '~/domain/grid/selection/selection'
import { getPrices } from '~/domain/settings/queries.server'
import { londonInput, momentText } from '~/domain/time'
import { countInvitation, OWN_ADDRESS, offerCells } from '~/domain/transfers/offer.server'
import { OFFER_WORDS, offerRefusal } from '~/domain/transfers/offer-rules'
import { readOwnCells } from '~/domain/transfers/own-cells.server'
import { NOT_OFFERED, tillRefusal } from '~/domain/transfers/rules'
import { BuyerForm } from '~/domain/transfers/schema'
import { requireUser } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/answers.server'
import { pageTitle } from '~/ui/layout/page-meta'
import { SellTo } from '~/ui/selling/sell-to'
import type { Route } from './+types/pixels-sell-to'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Sell Pixels') }]

const PATH = '/user/pixels/sell'

export async function loader({ request }: Route.LoaderArgs) {
	const { id } = await requireUser(request)
	const { refusal, ...page } = await pageData(request, id)
	if (refusal) throw await backToGrid(refusal)
	return page
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireUser(request)
	const form = await readForm(request)
	const intent = form.get('intent')
	if (intent !== 'proceed' && intent !== 'confirm') throw badRequest()
	const { ids, refusal } = await pageData(request, account.id)
	// What is sent is looked at by the command: a second click finds its own invitation there.
	if (refusal && (intent === 'proceed' || ids.length === 0)) throw await backToGrid(refusal)
	const submission = parseForm(form, BuyerForm)
	if (submission.status !== 'success') return formReply(submission)
	const { buyer_email: recipientEmail, transfer_till: till = null } = submission.value
	if (recipientEmail === account.email) return formReply(submission, OWN_ADDRESS)
	const now = Date.now()
	const late = tillRefusal(till, now)
	if (late) return formReply(submission, late)
	if (intent === 'proceed') {
		const loan = till === null ? undefined : { typed: londonInput(till), until: momentText(till) }
		return data({ recipientEmail, loan, result: null, title: undefined })
	}

	const counted = await countInvitation(account.id)
	if (!counted.ok) return formReply(submission, { title: NOT_OFFERED, ...counted })
	const offer = { senderId: account.id, actorId: account.id, cells: ids, recipientEmail, till, now }
	const sent = await catchUnexpected(() => offerCells(offer), {
		title: NOT_OFFERED,
		message: 'Please try again.',
	})
	if (!sent.ok) return formReply(submission, { title: NOT_OFFERED, ...sent })
	throw await redirectWithFlash(PATH, { type: 'success', text: 'Invitation sent successfully', seconds: 3 })
}

function backToGrid({ message }: { message: string }) {
	return redirectWithFlash(PATH, { type: 'error', text: message, seconds: 3 })
}

/** The selection stands in the address. `refusal`: why it cannot be sold (any more). */
async function pageData(request: Request, accountId: string) {
	const meant = meantCells(readSelection(new URL(request.url).searchParams), true)
	const ids = meant.ok ? meant.ids : meant.kept
	const [own, prices] = await Promise.all([readOwnCells(accountId, Date.now()), getPrices()])
	const refusal = meant.ok ? offerRefusal(accountId, ids, own, OFFER_WORDS) : meant
	const cells = cellsByIds(ids)
	return {
		ids: cells.map(cell => cell.id),
		cells,
		pence: cells.reduce((sum, cell) => sum + prices[cell.type], 0),
		path: `${PATH}/to${selectionQuery(ids)}`,
		backHref: PATH + selectionQuery(ids),
		refusal,
	}
}

export default function SellToPage({ loaderData, actionData }: Route.ComponentProps) {
	return <SellTo {...loaderData} mayLend answer={actionData} />
}
