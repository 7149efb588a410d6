import { type IssuedPaper, listPapers } from '~/domain/certificates/queries.server'
import { LIST_FIELDS, listPath, readPage } from '~/domain/list'
import { requireUser } from '~/server/auth/guards.server'
import { PageTitle } from '~/ui/layout/page-title'
import { ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { HistoryTabs } from '~/ui/orders/history-tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-documents'

const PATH = '/user/history/documents'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	const requested = LIST_FIELDS.page.parse(new URL(request.url).searchParams.get('page') ?? undefined)
	// Reads all of them: no account has too many for that.
	const papers = await listPapers(account.id)
	return await readPage({ requested, total: papers.length }, async ({ skipped, size }) =>
		papers.slice(skipped, skipped + size),
	)
}

const COLUMNS: Column<IssuedPaper>[] = [
	{
		title: 'Document',
		cell: row => (
			<a className="link" href={row.href}>
				{row.name} (PDF)
			</a>
		),
	},
	{ title: 'For', className: 'whitespace-nowrap', cell: row => row.about },
	{ title: 'Issued', cell: row => <Time at={row.issuedAt} /> },
	{
		title: 'Check',
		className: 'whitespace-nowrap',
		cell: row =>
			row.check === null ? null : (
				<a className="link" href={row.check}>
					Check it<span className="sr-only">: {row.name}</span>
				</a>
			),
	},
]

export default function Documents({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<PageTitle
				title="Transaction History"
				documentTitle="Documents"
				intro="Your receipts and certificates. Anybody who has a certificate can check it."
			/>
			<HistoryTabs current="documents" />
			<ListTable
				caption="Documents"
				columns={COLUMNS}
				page={loaderData}
				empty="No documents yet. They are issued once a payment is verified."
				sortLabels={null}
				href={({ page }) => listPath(PATH, { page })}
			/>
		</>
	)
}
