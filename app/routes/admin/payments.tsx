import { redirect } from 'react-router'
import { z } from 'zod'
import { LIST_FIELDS, listPath, parseListQuery } from '~/domain/list'
import { listOpenEntries } from '~/domain/statements/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { ButtonLink } from '~/ui/button'
import { PageTitle } from '~/ui/layout/page-title'
import { ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { lineColumns } from '~/ui/statements/line-columns'
import type { Route } from './+types/payments'

const TITLE = 'Bank payments to decide'
const Query = z.object({
	page: LIST_FIELDS.page,
	list: z.enum(['to-decide', 'to-send-back', 'not-seen']).catch('to-decide'),
})

/** The open lines of all statements; the other worklists are lists of orders. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { list, page } = parseListQuery(Query, new URL(request.url).searchParams)
	if (list !== 'to-decide') throw redirect(listPath('/admin/transactions', { money: list }))
	return { entries: await listOpenEntries(page) }
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
				className="table-lines without-match"
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

type Row = Awaited<ReturnType<typeof listOpenEntries>>['rows'][number]

const columns: Column<Row>[] = [
	...lineColumns,
	{
		title: 'Statement',
		className: '[grid-area:actions]',
		cell: row => (
			<a
				className="link link-alone wrap-anywhere"
				href={`/admin/statements/${row.statementId}?open=${row.id}#entry-${row.id}`}
			>
				{row.statement}
				<span className="sr-only">, decide the line of {row.counterparty}</span>
			</a>
		),
	},
]
