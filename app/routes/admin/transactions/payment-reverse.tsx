import type { z } from 'zod'
import { listPath, parseListQuery } from '~/domain/list'
import { formatPounds } from '~/domain/money'
import { withPayment } from '~/domain/orders/balance'
import { type LedgerRow, readLedger } from '~/domain/orders/ledger.server'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { orderPath, readList } from '~/domain/orders/review/schema'
import { reversePayment, whyNotReversible } from '~/domain/payments/booking.server'
import { EntryFilter, ReverseForm } from '~/domain/payments/schema'
import { formatDay } from '~/domain/time'
import { requireAdmin } from '~/server/auth/guards.server'
import { db } from '~/server/db/db.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { DECISION, readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { Facts } from '~/ui/facts'
import { DecisionPage } from '~/ui/orders/decision-page'
import { MoneyChange } from '~/ui/orders/money-summary'
import { Time } from '~/ui/time'
import type { Route } from './+types/payment-reverse'

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const [order, ledger] = [
		orNotFound(await readSubmitted(params.orderId)),
		await readLedger(db, params.orderId),
	]
	const row = orNotFound(ledger.find(({ id, reverses }) => id === params.paymentId && reverses === null))
	return {
		order,
		row,
		refused: row.isReversed ? 'This row has been reversed.' : whyNotReversible(order, row),
		path: pathAfter(row, params.orderId, new URL(request.url)),
	}
}

/** Returns the next page: the line of the statement that the row was opened from, or the order. */
function pathAfter(row: LedgerRow | undefined, orderId: string, url: URL): string {
	const list = url.searchParams.get('statement')
	if (list === null || !row?.statementId) return orderPath(orderId, readList(url))
	const { match, page } = parseListQuery(EntryFilter, new URLSearchParams(list))
	return `${listPath(`/admin/statements/${row.statementId}`, { match, page })}#entry-${row.bankEntryId}`
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const { orderId, paymentId } = params
	const reverse = ({ note }: z.output<typeof ReverseForm>) =>
		reversePayment({ orderId, paymentId, note, actorId: admin.id, now: Date.now() })
	const sent = await submitForm(await readForm(request), ReverseForm, reverse, DECISION)
	if (sent.ok) {
		const row = (await readLedger(db, orderId)).find(({ id }) => id === paymentId)
		throw await redirectWithFlash(pathAfter(row, orderId, new URL(request.url)), 'The row is reversed.')
	}
	return sent.reply
}

export default function ReversePayment({ loaderData, actionData }: Route.ComponentProps) {
	const { order, row, refused, path } = loaderData
	const amount = formatPounds(Math.abs(row.pence))
	return (
		<DecisionPage
			title="Reverse this row?"
			order={order}
			backHref={path}
			refused={refused}
			response={actionData}
			failed="The row is not reversed"
			confirmLabel={`Reverse ${amount}`}
			cancelLabel="Keep it"
			intent="reverse"
			table={{ note: { label: 'Reason', autoComplete: 'off', maxLength: 200 } }}
		>
			<Facts
				items={{
					Order: order.reference,
					Row: `${formatDay(row.bookedOn)}, ${amount} ${row.pence > 0 ? 'in' : 'out'}`,
					'Bank line': row.counterparty ?? `By hand, ${row.bankReference}`,
					'Who booked': row.recordedBy,
					When: <Time at={row.recordedAt} />,
				}}
			/>
			<p>
				A row of {formatPounds(-row.pence)} is added. Both stay in the ledger, their amounts struck through.
			</p>
			<MoneyChange before={order} after={withPayment(order, row.pence, true)} />
		</DecisionPage>
	)
}
