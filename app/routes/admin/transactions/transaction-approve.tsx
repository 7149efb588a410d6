import type { z } from 'zod'
import { computeOutstanding } from '~/domain/orders/balance'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { decidedMessage, readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { approvalLabel, needsReason, whyNotDecidable } from '~/domain/orders/review/labels'
import { decisionMessage, readForApproval } from '~/domain/orders/review/queries.server'
import { ApproveForm, decidedPath, orderPath } from '~/domain/orders/review/schema'
import { canDecide, isFree, whyCellsForbidApproval } from '~/domain/orders/rules'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { DECISION, readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { DecisionPage, useList } from '~/ui/orders/decision-page'
import { MoneyFacts } from '~/ui/orders/money-summary'
import { SecondAdministratorNotice } from '~/ui/orders/notices'
import type { Route } from './+types/transaction-approve'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const order = orNotFound(await readForApproval(params.orderId))
	const { rule, limit, approval } = await readConfirmation(order, admin.id)
	return {
		order,
		isWithoutCells: canDecide(order, 'approve') && order.lost > 0,
		second: { rule: order.totalPence > limit ? rule : null, approval },
		refused: canDecide(order, 'approve')
			? (whyCellsForbidApproval(order.lost, order.cells.length) ?? approval?.barred)
			: whyNotDecidable(order, 'approve'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { orderId } = params
	const url = new URL(request.url)
	const approve = async ({ version, reason = '' }: z.output<typeof ApproveForm>) => {
		const outcome = await approveOrder({ orderId, version, reason, actorId: admin.id, now: Date.now() })
		return outcome.ok || outcome.code !== 'reason' ? outcome : { ...outcome, field: 'reason' }
	}
	const form = await readForm(request)
	const sent = await submitForm(form, ApproveForm, approve, DECISION)
	if (sent.ok) {
		const text = decidedMessage(sent.outcome, await decisionMessage(orderId))
		throw await redirectWithFlash(decidedPath(orderId, url), text)
	}
	return sent.reply
}

const REASON = {
	label: 'Reason',
	help: 'Kept in the audit. The buyer does not see it.',
	autoComplete: 'off',
	maxLength: 1000,
}

export default function ApproveTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, isWithoutCells, second, refused } = loaderData
	const list = useList()
	const free = isFree(order)
	return (
		<DecisionPage
			title={`${second.approval ? 'Confirm the approval of' : 'Approve'} the payment of ${order.accountName}?`}
			order={order}
			refused={refused}
			response={actionData}
			confirmLabel={second.approval ? 'Confirm approval' : 'Approve payment'}
			variant="primary"
			intent="approve"
			table={computeOutstanding(order) > 0 ? { reason: { ...REASON, optional: !needsReason(order) } } : {}}
			values={{ reason: second.approval?.reason ?? '' }}
			instead={
				isWithoutCells ? (
					<ButtonLink variant="secondary" href={orderPath(order.id, list, 'reject')}>
						Reject
					</ButtonLink>
				) : null
			}
		>
			<p>
				{free
					? `Nothing is to be paid: the coupon ${order.couponCode} covers the whole amount.`
					: approvalLabel(order)}{' '}
				{second.rule && !second.approval ? second.rule : 'The buyer gets an email.'}
			</p>
			<SecondAdministratorNotice rule={second.rule} first={second.approval} />
			<Facts
				items={{
					Amount: <Money pence={order.totalPence} words />,
					Reference: order.reference,
					'Transaction ID': free ? null : order.paymentId,
					Name: order.name,
				}}
			/>
			{free ? null : <MoneyFacts order={order} />}
			{order.sameTransactionId.length > 0 ? (
				<Notice tone="warning" title="This transaction ID was used before">
					<p>Another order has the same ID. Make sure that both payments have arrived.</p>
				</Notice>
			) : null}
		</DecisionPage>
	)
}
