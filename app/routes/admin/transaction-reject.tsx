import { data } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { cellsByIds } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/rectangle-rules'
import { rejectOrder } from '~/domain/orders/review/commands.server'
import { cannotDecide, pixels } from '~/domain/orders/review/labels'
import { readForRejection } from '~/domain/orders/review/queries.server'
import { RejectForm } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { answerDecision, badRequest, found, readableOrKept } from '~/server/answers.server'
import { orRefusal, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { useCarriedField } from '~/ui/carried'
import { plainField, TextareaField } from '~/ui/field'
import { Money } from '~/ui/money'
import { DecisionPage } from '~/ui/orders/decision-page'
import { Places } from '~/ui/orders/places'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/transaction-reject'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Reject this payment') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = found(await readForRejection(params.id))
	const { id, version, reference, name, accountName, totalPence, status } = order
	const lost = order.holders.filter(holder => holder.accountId === order.accountId)
	return {
		order: { id, version, reference, name, accountName, totalPence, status },
		cells: lost.map(holder => holder.cell),
		creatives: [...new Set(lost.flatMap(holder => holder.creative ?? []))],
		transfers: new Set(lost.flatMap(holder => holder.transferId ?? [])).size,
		passedOn: order.cells.length - lost.length,
		refused: canDecide(order, 'reject') ? undefined : cannotDecide(order, 'reject'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const sent = Object.fromEntries(await readForm(request))
	const form = RejectForm.safeParse(sent)
	if (!form.success) {
		const [issue, ...others] = form.error.issues
		if (issue?.path[0] !== 'reason' || others.length > 0) throw badRequest()
		return data({ refused: issue.message, canTryAgain: true, typed: String(sent['reason']) }, { status: 422 })
	}
	const { version, reason } = form.data
	const decision = { orderId: params.id, version, actorId: admin.id, now: Date.now() }
	const reject = () => rejectOrder({ ...decision, ...(reason ? { reason } : {}) })
	const outcome = await orRefusal(reject, { message: TEXT.unexpected })
	if (!outcome.ok && reason) await readableOrKept(() => readForRejection(params.id), reason)
	const path = `/admin/transactions/${params.id}`
	return await answerDecision(outcome, path, 'Payment status updated successfully', reason)
}

export default function RejectTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, cells, creatives, transfers, passedOn, refused } = loaderData
	const carried = useCarriedField('reason')
	return (
		<DecisionPage
			title={`Reject the payment of ${order.accountName}?`}
			order={order}
			refused={refused}
			answer={actionData}
			confirmLabel="Reject payment"
			intent="reject"
			fields={
				<TextareaField
					field={plainField('reason', actionData?.typed ?? carried)}
					label="Reason"
					optional
					help="Stands in the e-mail to the buyer and in the history of the order."
					maxLength={1000}
				/>
			}
		>
			<p>
				{order.status === 'approved' ? 'This order is approved. ' : null}
				{order.accountName} loses {pixels(cells.length)} of the order {order.reference} (
				<Money pence={order.totalPence} words />
				). They become available to everybody at once, and the buyer is told by e-mail.
			</p>
			<Places areas={rectanglesOf(cellsByIds(cells))} />
			{creatives.length > 0 ? (
				<p>
					What they show leaves the grid, and is erased unless other pixels show it too:{' '}
					{creatives.map(text => `“${text}”`).join(', ')}.
				</p>
			) : null}
			{transfers > 0 ? <p>Open invitations for these pixels are withdrawn.</p> : null}
			{passedOn > 0 ? (
				<p>
					{pixels(passedOn)} of the order {passedOn === 1 ? 'is' : 'are'} no longer with this buyer and{' '}
					{passedOn === 1 ? 'stays' : 'stay'} with the present holder.
				</p>
			) : null}
			<p className="text-sm text-muted">Money that has arrived is not sent back by this step.</p>
		</DecisionPage>
	)
}
