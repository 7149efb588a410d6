import type { ComponentProps } from 'react'
import type { Page } from '~/domain/list'
import { FORMAT_NAMES } from '~/domain/statements/formats/entry'
import type { listStatements } from '~/domain/statements/queries.server'
import { ListTable } from '../lists/list'
import type { Column } from '../lists/table'
import { Money } from '../money'
import { Time } from '../time'

type Row = Awaited<ReturnType<typeof listStatements>>['rows'][number]

/** The statements that were imported. */
export function StatementList({
	page,
	href,
}: {
	page: Page<Row>
	href: ComponentProps<typeof ListTable>['href']
}) {
	return (
		<ListTable
			title="Imported statements"
			caption="Imported statements"
			columns={columns}
			page={page}
			empty="No statements imported so far"
			href={href}
		/>
	)
}

const columns: Column<Row>[] = [
	{
		title: 'Statement',
		cell: row => (
			<span className="grid gap-0.5 wrap-anywhere">
				<span>
					<a className="link link-alone" href={`/admin/statements/${row.id}`}>
						{row.name}
					</a>
				</span>
				<span className="text-xs text-muted">
					{FORMAT_NAMES[row.format]}, by {row.importedBy}
				</span>
			</span>
		),
	},
	{ title: 'Imported', cell: row => <Time at={row.importedAt} /> },
	{ title: 'Payments', figures: true, cell: row => row.entries.toLocaleString('en-GB') },
	{ title: 'In', figures: true, cell: row => <Money pence={row.inPence} /> },
	{ title: 'Out', figures: true, cell: row => <Money pence={row.outPence} /> },
	{ title: 'To decide', figures: true, cell: row => row.open.toLocaleString('en-GB') },
]
