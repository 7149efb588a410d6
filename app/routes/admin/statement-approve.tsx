import { TEXT } from '~/domain/accounts/rules'
import { approvePaid } from '~/domain/statements/decide.server'
import { payableOrders, readStatementEntries } from '~/domain/statements/queries.server'
import { ApproveAllForm, payableText } from '~/domain/statements/schema'
import { badRequest, found } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { ButtonLink } from '~/ui/button'
import { ConfirmPage } from '~/ui/confirm-page'
import { DialogPage } from '~/ui/dialog-page'
import { Money } from '~/ui/money'
import { pageTitle } from '~/ui/page-meta'
import { Table } from '~/ui/table'
import type { Route } from './+types/statement-approve'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Approve the exact payments') }]

/* What stands in one form, with room to spare below the limit of a request. */
const AT_ONCE = 200

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const read = found(await readStatementEntries(params.statementId))
	const all = payableOrders(read)
	return {
		path: `/admin/statements/${read.statement.id}`,
		more: Math.max(0, all.length - AT_ONCE),
		payable: all.slice(0, AT_ONCE),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const parsed = ApproveAllForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!parsed.success || parsed.data.payable.length > AT_ONCE) throw badRequest()
	const refusals: string[] = []
	for (const one of parsed.data.payable) {
		const approve = () => approvePaid(one, { actorId: admin.id, now: Date.now() })
		const outcome = await orRefusal(approve, { message: TEXT.unexpected })
		if (!outcome.ok) refusals.push(outcome.message)
	}
	const approved = parsed.data.payable.length - refusals.length
	const text = [
		`${approved} ${approved === 1 ? 'payment' : 'payments'} approved.`,
		...(refusals.length > 0
			? [`${refusals.length} not: ${[...new Set(refusals)].slice(0, 2).join(' ')}`]
			: []),
	].join(' ')
	const type = refusals.length > 0 ? 'error' : 'success'
	return await redirectWithFlash(`/admin/statements/${params.statementId}`, { type, text })
}

export default function ApproveStatement({ loaderData: { payable, more, path } }: Route.ComponentProps) {
	const count = payable.length
	const title = `Approve ${count} exact ${count === 1 ? 'payment' : 'payments'}?`
	if (count === 0) {
		return (
			<DialogPage title="Nothing to approve" backHref={path} narrow>
				<p>No payment of this statement is exact for an order that waits for it.</p>
				<div className="actions">
					<ButtonLink href={path}>See the statement</ButtonLink>
				</div>
			</DialogPage>
		)
	}
	const total = payable.reduce((sum, { order }) => sum + order.totalPence, 0)
	return (
		<ConfirmPage
			title={title}
			cancelHref={path}
			confirmLabel={`Approve ${count} ${count === 1 ? 'payment' : 'payments'}`}
			intent="confirm"
			busyLabel="Processing..."
			variant="primary"
			hidden={{ payable: payable.map(payableText).join(',') }}
		>
			<p>
				Each of these orders is paid to the penny, <Money pence={total} words /> together. The buyers get
				their receipts and certificates and are told by e-mail.{' '}
				{more > 0 ? `${more.toLocaleString('en-GB')} more come after these.` : null}
			</p>
			<Table
				narrow
				caption="Orders to approve"
				columns={[
					{ title: 'Order', cell: ({ order }) => <span className="figures">{order.reference}</span> },
					{ title: 'Buyer', cell: ({ order }) => <span className="wrap-anywhere">{order.buyer}</span> },
					{ title: 'Amount', figures: true, cell: ({ order }) => <Money pence={order.totalPence} /> },
				]}
				rows={payable}
				rowKey={({ order }) => order.id}
				empty="None"
			/>
		</ConfirmPage>
	)
}
