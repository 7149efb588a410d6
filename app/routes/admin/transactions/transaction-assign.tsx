import type { z } from 'zod'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { cellsByIds } from '~/domain/grid/layout'
import { readUnavailableCells } from '~/domain/orders/queries.server'
import { assignOrder } from '~/domain/orders/review/commands.server'
import { whyNotDecidable } from '~/domain/orders/review/labels'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { AssignForm, decidedPath } from '~/domain/orders/review/schema'
import { canDecide } from '~/domain/orders/rules'
import { unavailableMessage } from '~/domain/orders/unavailable-cells'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { DECISION, readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { DecisionPage } from '~/ui/orders/decision-page'
import { Places } from '~/ui/orders/places'
import type { Route } from './+types/transaction-assign'

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.orderId))
	const cells = order.cells.map(cell => cell.cell)
	const taken = await readUnavailableCells(order.accountId, cells, Date.now())
	const problem = taken.length > 0 ? unavailableMessage(taken) : undefined
	return {
		order,
		cells,
		refused: canDecide(order, 'assign') ? problem : whyNotDecidable(order, 'assign'),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const assign = ({ version }: z.output<typeof AssignForm>) =>
		assignOrder({ orderId: params.orderId, version, actorId: admin.id, now: Date.now() })
	const sent = await submitForm(await readForm(request), AssignForm, assign, DECISION)
	if (sent.ok) {
		const text = 'The pixels are assigned. The order is pending again.'
		throw await redirectWithFlash(decidedPath(params.orderId, new URL(request.url)), text)
	}
	return sent.reply
}

export default function AssignTransaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, cells, refused } = loaderData
	return (
		<DecisionPage
			title={`Assign the pixels to ${order.accountName}?`}
			order={order}
			refused={refused}
			response={actionData}
			failed="The pixels are not assigned"
			confirmLabel="Assign the pixels"
			variant="primary"
			intent="assign"
		>
			<p>
				The {formatPixelCount(cells.length)} of the order {order.reference} are free again.{' '}
				{order.accountName} gets them at once, the order becomes pending, and the buyer is told by email.
			</p>
			<Places cells={cellsByIds(cells)} />
		</DecisionPage>
	)
}
