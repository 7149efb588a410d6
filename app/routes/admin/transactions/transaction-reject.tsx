import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { computeBalance } from '~/domain/orders/balance'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { emailNote, whyNotDecidable } from '~/domain/orders/review/labels'
import { readForRejection } from '~/domain/orders/review/queries.server'
import { decidedPath, RejectForm } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { pluralize } from '~/domain/text'
import { accountContext } from '~/server/auth/guards.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import {
	badRequest,
	orNotFound,
	refuseField,
	replyToDecision,
	requireReadable,
} from '~/server/http/responses.server'
import { Money } from '~/ui/money'
import { DecisionPage } from '~/ui/orders/decision-page'
import { MoneyFacts } from '~/ui/orders/money-summary'
import { Places } from '~/ui/orders/places'
import type { Route } from './+types/transaction-reject'

export async function loader({ params }: Route.LoaderArgs) {
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

export async function action({ context, request, params }: Route.ActionArgs) {
	const admin = context.get(accountContext)
	const sent = Object.fromEntries(await readForm(request))
	const form = RejectForm.safeParse(sent)
	if (!form.success) {
		const [issue, ...others] = form.error.issues
		if (issue?.path[0] !== 'reason' || others.length > 0) throw badRequest()
		return refuseField('reason', issue.message, String(sent['reason']))
	}
	const { version, reason } = form.data
	const decision = { orderId: params.orderId, version, actorId: admin.id, now: Date.now() }
	const reject = () => rejectOrder({ ...decision, ...(reason ? { reason } : {}) })
	const outcome = await catchUnexpected(reject)
	if (!outcome.ok && reason) await requireReadable(() => readForRejection(params.orderId), reason)
	const path = decidedPath(params.orderId, new URL(request.url))
	return await replyToDecision(outcome, path, 'Payment status updated successfully', reason)
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
			values={{ reason: actionData?.typed }}
		>
			<p>
				{order.status === 'approved' ? 'This order is approved. ' : null}
				{cells.length === 0
					? `${order.accountName} has no pixels from the order ${order.reference} (`
					: `${order.accountName} loses ${formatPixelCount(cells.length)} of the order ${order.reference} (`}
				<Money pence={order.totalPence} words />
				{cells.length === 0
					? `) any more, so none become available. ${loaderData.emailNote}`
					: '). They become available to everybody at once, and the buyer is told by email.'}
			</p>
			<Places cells={cellsByIds(cells)} />
			{creatives.length > 0 ? (
				<p>
					What they show leaves the grid, and is erased unless other pixels show it too:{' '}
					{creatives.map(text => `“${text}”`).join(', ')}.
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
