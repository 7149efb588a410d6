import { redirect } from 'react-router'
import { z } from 'zod'
import { LIST_FIELDS, listPath, parseListQuery } from '~/domain/list'
import { readWaitingLines } from '~/domain/orders/review/four-eyes.server'
import { listOpenEntries } from '~/domain/statements/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { ButtonLink } from '~/ui/button'
import { PageTitle } from '~/ui/layout/page-title'
import { ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { firstLabel } from '~/ui/statements/entry-columns'
import { proposalColumns } from '~/ui/statements/line-columns'
import type { Route } from './+types/payments'

const TITLE = 'Bank payments to decide'
const Query = z.object({
	page: LIST_FIELDS.page,
	list: z.enum(['to-decide', 'to-send-back', 'not-seen']).catch('to-decide'),
})

/** The open lines of all statements; the other worklists are lists of orders. */
export async function loader({ request }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const { list, page } = parseListQuery(Query, new URL(request.url).searchParams)
	if (list !== 'to-decide') throw redirect(listPath('/admin/transactions', { money: list }))
	const [entries, waiting] = await Promise.all([listOpenEntries(page), readWaitingLines(admin.id)])
	const rows = entries.rows.map(row => {
		const first = waiting.get(row.id)
		return first ? { ...row, why: `Waits for a second administrator. ${firstLabel(first)}` } : row
	})
	return { entries: { ...entries, rows } }
}

export default function Payments({ loaderData: { entries } }: Route.ComponentProps) {
	return (
		<>
			<PageTitle
				title={TITLE}
				intro="Lines of bank statements that are neither booked nor dismissed, oldest first."
				actions={
					<ButtonLink variant="secondary" href="/admin/statements">
						Bank statements
					</ButtonLink>
				}
			/>
			<ListTable
				className="table-lines"
				caption={TITLE}
				columns={columns}
				page={entries}
				empty="Every bank line is decided"
				emptyNote={
					<>
						New lines come with the next{' '}
						<a className="link" href="/admin/statements">
							bank statement
						</a>
						.
					</>
				}
				sortLabels={null}
				href={({ page }) => listPath('/admin/payments', { list: 'to-decide', page })}
			/>
		</>
	)
}

type Row = Route.ComponentProps['loaderData']['entries']['rows'][number]

const columns: Column<Row>[] = [
	...proposalColumns,
	{
		title: 'Decision',
		className: '[grid-area:actions] max-[75rem]:text-left',
		cell: row => (
			<a
				className="link link-alone"
				href={`/admin/statements/${row.statementId}?open=${row.id}#entry-${row.id}`}
				title={row.statement}
			>
				Decide
				<span className="sr-only"> the payment of {row.counterparty || 'no name'}</span>
			</a>
		),
	},
]
