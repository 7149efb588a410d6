import { formatPixelCount } from '~/domain/grid/cell-names'
import { approvePaidOrder } from '~/domain/orders/review/commands.server'
import { readRows } from '~/domain/orders/review/list.server'
import { orderPath, readConfirmed, readList, readTicked, reviewPath } from '~/domain/orders/review/schema'
import { canApproveTogether } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest, decideEach } from '~/server/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { DialogPage } from '~/ui/forms/dialog-page'
import { Table } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import type { Route } from './+types/transactions-approve'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const url = new URL(request.url)
	const ids = readTicked(url.searchParams)
	if (!ids) throw badRequest()
	const [rows, limit] = await Promise.all([readRows(ids), getSetting('secondAbovePence')])
	return {
		list: readList(url) ?? {},
		rows: rows.filter(row => canApproveTogether(row.money, limit)),
		left: rows.filter(row => !canApproveTogether(row.money, limit)).map(row => row.reference),
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const confirmed = readConfirmed(form)
	if (form.get('intent') !== 'confirm' || !confirmed) throw badRequest()
	const rows = await readRows(confirmed.map(({ id }) => id))
	const by = { actorId: admin.id, now: Date.now() }
	return await decideEach(
		confirmed,
		async ({ id: orderId, version }) => {
			const approve = () => approvePaidOrder({ orderId, version, ...by })
			const outcome = await catchUnexpected(approve)
			if (outcome.ok) return { ok: true, isWaiting: outcome.isWaiting === true }
			const reference = rows.find(row => row.id === orderId)?.reference ?? orderId
			return { ...outcome, message: `${reference}: ${outcome.message}` }
		},
		{
			path: reviewPath(readList(new URL(request.url)) ?? {}),
			done: (count, waiting) => `${pluralize(count - waiting, 'order')} approved.`,
		},
	)
}

export default function ApproveTicked({ loaderData: { list, rows, left } }: Route.ComponentProps) {
	const path = reviewPath(list)
	const others =
		left.length > 0 ? (
			<p>Not among them, since they are not paid or have changed: {left.join(', ')}.</p>
		) : null
	if (rows.length === 0) {
		return (
			<DialogPage title="Nothing to approve" backHref={path} narrow>
				<p>Please tick the orders that are to be approved.</p>
				{others}
				<div className="actions">
					<ButtonLink href={path}>Back to the list</ButtonLink>
				</div>
			</DialogPage>
		)
	}
	const count = pluralize(rows.length, 'order')
	return (
		<ConfirmPage
			title={`Approve ${count}`}
			cancelHref={path}
			cancelLabel="Back to the list"
			confirmLabel={rows.length === 1 ? 'Approve this order' : `Approve these ${count}`}
			variant="primary"
			narrow={false}
			hidden={{ order: rows.map(row => row.id), version: rows.map(row => row.version) }}
			below={
				<Table
					narrow
					caption="Orders to approve"
					columns={[
						{
							title: 'Order',
							cell: row => (
								<a className="link figures" href={orderPath(row.id, list)}>
									{row.reference}
								</a>
							),
						},
						{ title: 'Name', cell: row => <span className="wrap-anywhere">{row.name}</span> },
						{ title: 'Pixels', className: 'max-sm:hidden', cell: row => formatPixelCount(row.cells) },
						{ title: 'Amount', figures: true, cell: row => <Money pence={row.totalPence} /> },
						{
							title: 'Received',
							figures: true,
							className: 'max-sm:hidden',
							cell: row => <Money pence={row.receivedPence} />,
						},
					]}
					rows={rows}
				/>
			}
		>
			<p>
				<Money pence={rows.reduce((sum, row) => sum + row.totalPence, 0)} words />, all received. The buyers
				are told by email. Each order is approved by itself; one that has changed meanwhile is named and left.
			</p>
			{others}
		</ConfirmPage>
	)
}
