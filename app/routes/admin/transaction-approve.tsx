import { TEXT } from '~/domain/accounts/rules'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { cannotDecide } from '~/domain/orders/review/labels'
import { readForApproval } from '~/domain/orders/review/queries.server'
import { ApproveForm } from '~/domain/orders/review/schema'
import { canDecide, isFree } from '~/domain/orders/rules'
import { answerDecision, badRequest, found } from '~/server/answers.server'
import { orRefusal, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { Facts } from '~/ui/facts'
import { Money } from '~/ui/money'
import { Notice } from '~/ui/notice'
import { DecisionPage } from '~/ui/orders/decision-page'
import { TakenBackNotice } from '~/ui/orders/taken-back-notice'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/transaction-approve'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Approve this payment') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = found(await readForApproval(params.id))
	const { id, version, reference, name, accountName, paymentId, totalPence, couponCode } = order
	return {
		order: { id, version, reference, name, accountName, paymentId, totalPence, couponCode },
		takenBack: order.takenBack,
		usedBefore: order.sameTransactionId.length > 0,
		refused: canDecide(order, 'approve') ? undefined : cannotDecide(order, 'approve'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = ApproveForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const { version } = form.data
	const decision = { orderId: params.id, version, actorId: admin.id, now: Date.now() }
	const outcome = await orRefusal(() => approveOrder(decision), { message: TEXT.unexpected })
	const path = `/admin/transactions/${params.id}`
	return await answerDecision(outcome, path, 'Payment status updated successfully')
}

export default function ApproveTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, takenBack, usedBefore, refused } = loaderData
	const free = isFree(order)
	return (
		<DecisionPage
			title={`Approve the payment of ${order.accountName}?`}
			order={order}
			refused={refused}
			answer={actionData}
			confirmLabel="Approve payment"
			variant="primary"
			intent="approve"
		>
			<p>
				{free
					? `Nothing is to be paid: the coupon ${order.couponCode} covers the whole amount.`
					: 'You confirm that the whole amount has arrived with this reference.'}{' '}
				The buyer is told by e-mail.
			</p>
			<Facts
				items={[
					['Amount', <Money key="amount" pence={order.totalPence} words />],
					['Reference', order.reference],
					...(free ? [] : [['Transaction ID', order.paymentId] as const]),
					['Name', order.name],
				]}
			/>
			<TakenBackNotice order={{ status: 'pending', takenBack }} />
			{usedBefore ? (
				<Notice tone="warning" title="This transaction ID was used before">
					<p>Another order carries it too. Make sure that the money has arrived twice.</p>
				</Notice>
			) : null}
		</DecisionPage>
	)
}
