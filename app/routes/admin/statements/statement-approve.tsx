import { formatPounds } from '~/domain/money'
import { orderPath } from '~/domain/orders/review/schema'
import { confirmExact } from '~/domain/payments/entries.server'
import { payableField } from '~/domain/payments/proposals'
import { ConfirmExactForm } from '~/domain/payments/schema'
import { getSetting } from '~/domain/settings/queries.server'
import { payableEntries, readStatementEntries } from '~/domain/statements/queries.server'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest, decideEach, orNotFound } from '~/server/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { DialogPage } from '~/ui/forms/dialog-page'
import { Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { Day } from '~/ui/time'
import type { Route } from './+types/statement-approve'

/* Lines in one form, well below the limit of a request. */
const AT_ONCE = 200

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { statement, entries } = orNotFound(await readStatementEntries(params.statementId))
	const all = payableEntries(entries)
	const limit = await getSetting('secondAbovePence')
	return {
		path: `/admin/statements/${statement.id}`,
		rule: limit === 0 ? null : `Above ${formatPounds(limit)} a second administrator confirms the approval.`,
		more: Math.max(0, all.length - AT_ONCE),
		payable: all.slice(0, AT_ONCE),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const parsed = ConfirmExactForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!parsed.success || parsed.data.payable.length > AT_ONCE) throw badRequest()
	const by = { actorId: admin.id, now: Date.now() }
	return await decideEach(
		parsed.data.payable,
		async item => {
			const outcome = await catchUnexpected(() => confirmExact({ ...item, ...by }))
			return outcome.ok ? { ok: true, isWaiting: outcome.isApprovalWaiting === true } : outcome
		},
		{
			path: `/admin/statements/${params.statementId}`,
			done: count => `${pluralize(count, 'payment')} booked.`,
		},
	)
}

export default function ConfirmStatement({ loaderData }: Route.ComponentProps) {
	const { payable, more, path, rule } = loaderData
	if (payable.length === 0) {
		return (
			<DialogPage title="Nothing to confirm" backHref={path} narrow>
				<p>No payment of this statement pays an order to the penny.</p>
				<div className="actions">
					<ButtonLink href={path}>See the statement</ButtonLink>
				</div>
			</DialogPage>
		)
	}
	const total = payable.reduce((sum, { left }) => sum + left, 0)
	const approved = payable.filter(({ order }) => order.status === 'pending' && order.lost === 0).length
	return (
		<ConfirmPage
			title={`Confirm ${pluralize(payable.length, 'exact payment')}?`}
			cancelHref={path}
			confirmLabel={`Book ${pluralize(payable.length, 'payment')}`}
			variant="primary"
			narrow={false}
			hidden={{ payable: payable.map(({ id, order }) => payableField(id, order)).join(',') }}
			below={
				<Table
					narrow
					caption="Payments to book"
					columns={[
						{ title: 'Booked', className: 'max-sm:hidden', cell: ({ bookedOn }) => <Day on={bookedOn} /> },
						{
							title: 'Order',
							cell: ({ order }) => <span className="figures whitespace-nowrap">{order.reference}</span>,
						},
						{ title: 'Buyer', cell: ({ order }) => <span className="wrap-anywhere">{order.buyer}</span> },
						{ title: 'Amount', figures: true, cell: ({ left }) => <Money pence={left} /> },
						{
							title: 'Then',
							className: 'max-sm:hidden',
							cell: ({ order }) => <OrderOutcome order={order} />,
						},
					]}
					rows={payable}
				/>
			}
		>
			<p className="font-serif text-lg lining-nums">
				<Money pence={total} words />
			</p>
			<p className="help">
				{explain(approved, payable.length - approved)} {approved > 0 ? rule : null} What has changed since you
				opened this page is named and left.{' '}
				{more > 0 ? `${more.toLocaleString('en-GB')} more come after these.` : null}
			</p>
		</ConfirmPage>
	)
}

/** Says how many orders are approved, and for how many payments nothing but the booking follows. */
function explain(approved: number, others: number): string {
	if (approved === 0) return 'No order is approved: the payments are booked only.'
	const orders = approved === 1 ? 'order is approved, and its buyer' : 'orders are approved, and their buyers'
	const rest =
		others === 0 ? '' : `; the other ${others === 1 ? 'payment is' : `${others} payments are`} booked only`
	return `${approved.toLocaleString('en-GB')} ${orders} told by email${rest}.`
}

function OrderOutcome({
	order: { id, status, lost },
}: {
	order: { id: string; status: string; lost: number }
}) {
	if (status !== 'pending') return 'booked only'
	if (lost === 0) return 'approved'
	return (
		<>
			booked only: it no longer holds all its pixels.{' '}
			<a className="link" href={orderPath(id, undefined, 'reject')}>
				Reject it
			</a>
			; then the money can be sent back.
		</>
	)
}
