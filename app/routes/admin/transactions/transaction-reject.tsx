import { data } from 'react-router'
import type { z } from 'zod'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { computeBalance } from '~/domain/orders/balance'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { emailNote, whyNotDecidable } from '~/domain/orders/review/labels'
import { decisionMessage, readForRejection } from '~/domain/orders/review/queries.server'
import { decidedPath, RejectForm } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { DECISION, readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { Money } from '~/ui/money'
import { DecisionPage } from '~/ui/orders/decision-page'
import { MoneyFacts } from '~/ui/orders/money-summary'
import { Places } from '~/ui/orders/places'
import type { Route } from './+types/transaction-reject'

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = orNotFound(await readForRejection(params.orderId))
	const lost = order.holders.filter(holder => holder.accountId === order.accountId)
	return {
		order,
		emailNote: emailNote(order),
		cells: lost.map(holder => holder.cell),
		creatives: [...new Set(lost.flatMap(holder => holder.creative ?? []))],
		transfers: new Set(lost.flatMap(holder => holder.transferId ?? [])).size,
		passedOn: order.cells.length - lost.length,
		refused: canDecide(order, 'reject') ? undefined : whyNotDecidable(order, 'reject'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const reject = ({ version, reason = '' }: z.output<typeof RejectForm>) =>
		rejectOrder({ orderId: params.orderId, version, reason, actorId: admin.id, now: Date.now() })
	const form = await readForm(request)
	const sent = await submitForm(form, RejectForm, reject, DECISION)
	if (sent.ok) {
		const path = decidedPath(params.orderId, new URL(request.url))
		throw await redirectWithFlash(path, await decisionMessage(params.orderId))
	}
	// If the page cannot be read either, the error page shows the reason.
	await readForRejection(params.orderId).catch(() => {
		throw data({ typed: form.get('reason') }, { status: 500 })
	})
	return sent.reply
}

const REASON = {
	label: 'Reason',
	control: 'lines',
	optional: true,
	help: 'Included in the email to the buyer and in the history of the order.',
	maxLength: 1000,
} as const

export default function RejectTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, cells, creatives, transfers, passedOn, refused } = loaderData
	return (
		<DecisionPage
			title={`Reject the payment of ${order.accountName}?`}
			order={order}
			refused={refused}
			response={actionData}
			confirmLabel="Reject payment"
			intent="reject"
			table={{ reason: REASON }}
		>
			<p>
				{order.status === 'approved' ? 'This order is approved. ' : null}
				{cells.length === 0
					? `${order.accountName} has no pixels from the order ${order.reference} (`
					: `${order.accountName} loses ${formatPixelCount(cells.length)} of the order ${order.reference} (`}
				<Money pence={order.totalPence} words />
				{cells.length === 0
					? `) any more, so none become available. ${loaderData.emailNote}`
					: `). ${cells.length === 1 ? 'It becomes' : 'They become'} available to everybody at once, and the buyer is told by email.`}
			</p>
			<Places cells={cellsByIds(cells)} />
			{creatives.length > 0 ? (
				<p>
					This leaves the grid, and is erased unless other pixels show it too:{' '}
					{creatives.map(text => `“${text}”`).join(', ')}
				</p>
			) : null}
			{transfers > 0 ? <p>Open invitations for these pixels are withdrawn.</p> : null}
			{passedOn > 0 ? (
				<p>
					{pluralize(passedOn, 'pixel of the order was', 'pixels of the order were')} passed on or released
					before. Nothing changes for {passedOn === 1 ? 'it' : 'them'}.
				</p>
			) : null}
			<MoneyFacts order={order} />
			{computeBalance(order) > 0 ? (
				<p>
					<Money pence={computeBalance(order)} /> is then to send back. This step sends nothing.
				</p>
			) : null}
		</DecisionPage>
	)
}
