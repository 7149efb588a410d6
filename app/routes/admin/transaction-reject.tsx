import { cellsByIds } from '~/domain/grid/layout'
import { rectanglesOf } from '~/domain/grid/rules'
import { readForReview } from '~/domain/orders/review-queries.server'
import { pixels, placeWords } from '~/domain/orders/review-words'
import { canDecide } from '~/domain/orders/rules'
import { redirectWithFlash } from '~/server/flash.server'
import { requireAdmin } from '~/server/guards.server'
import { ConfirmPage } from '~/ui/confirm-page'
import { plainField, TextareaField } from '~/ui/field'
import { Money } from '~/ui/money'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/transaction-reject'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Reject this payment') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = await readForReview(params.id)
	if (!order) throw new Response(null, { status: 404, statusText: 'Not Found' })
	if (!canDecide(order.status, 'reject')) {
		throw await redirectWithFlash(`/admin/transactions/${order.id}`, {
			type: 'error',
			text: `An order that is ${order.status} cannot be rejected.`,
		})
	}
	const { id, version, reference, name, accountName, totalPence, status } = order
	const lost = order.holders.filter(holder => holder.accountId === order.accountId)
	return {
		order: { id, version, reference, name, accountName, totalPence, status },
		cells: lost.map(holder => holder.cell),
		creatives: [...new Set(lost.flatMap(holder => holder.creative ?? []))],
		transfers: new Set(lost.flatMap(holder => holder.transferId ?? [])).size,
		passedOn: order.cells.length - lost.length,
	}
}

export default function RejectTransaction({ loaderData }: Route.ComponentProps) {
	const { order, cells, creatives, transfers, passedOn } = loaderData
	const areas = rectanglesOf(cellsByIds(cells))
	return (
		<ConfirmPage
			title={`Reject the payment of ${order.accountName}?`}
			cancelHref={`/admin/transactions/${order.id}`}
			confirmLabel="Reject payment"
			busyLabel="Processing..."
			action={`/admin/transactions/${order.id}`}
			intent="reject"
			hidden={{ version: order.version }}
			fields={
				<TextareaField
					field={plainField('reason')}
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
				<Money pence={order.totalPence} />
				). They become available to everybody at once, and the buyer is told by e-mail.
			</p>
			<ul className="grid gap-1 text-sm text-muted">
				{areas.slice(0, 12).map(area => (
					<li key={area[0]?.id}>
						{placeWords(area)}
						{area.length > 1 ? ` (${pixels(area.length)})` : null}
					</li>
				))}
				{areas.length > 12 ? <li>and {areas.slice(12).flat().length} more</li> : null}
			</ul>
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
		</ConfirmPage>
	)
}
