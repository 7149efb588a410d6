import { listCertificateCodes, listPapers } from '~/domain/certificates/queries.server'
import { formatPixelCount } from '~/domain/grid/cell-names'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { LIST_FIELDS, listPath, readPage } from '~/domain/list'
import { requireUser } from '~/server/auth/guards.server'
import { PlaceCard } from '~/ui/grid/place-card'
import { PageTitle } from '~/ui/layout/page-title'
import { EmptyState } from '~/ui/lists/empty-state'
import { Pagination } from '~/ui/lists/pagination'
import { HistoryTabs } from '~/ui/orders/history-page'
import { Time } from '~/ui/time'
import type { Route } from './+types/history-documents'

const PATH = '/user/history/documents'

export async function loader({ request }: Route.LoaderArgs) {
	const { id } = await requireUser(request)
	const requested = LIST_FIELDS.page.parse(new URL(request.url).searchParams.get('page') ?? undefined)
	// Reads all of them: no account has too many for that.
	const all = await listPapers(id)
	return await readPage({ requested, total: all.length }, async ({ skipped, size }) => {
		const shown = all.slice(skipped, skipped + size)
		const codes = await listCertificateCodes(
			shown.flatMap(row => row.cells),
			id,
		)
		return await Promise.all(
			shown.map(async row => ({
				...row,
				passedOn: row.cells.filter(cell => !codes.has(cell)).length,
				place: await readSurroundings(row.cells, id, Date.now()),
			})),
		)
	})
}

export default function Documents({ loaderData }: Route.ComponentProps) {
	const { rows, total, page, pageCount, from, to } = loaderData
	return (
		<>
			<PageTitle
				title="Transaction History"
				documentTitle="Documents"
				intro="Your receipts and certificates. Anybody who has a certificate can check it."
			/>
			<HistoryTabs current="documents" />
			{total === 0 ? (
				<div className="sheet">
					<EmptyState title="No documents yet">They are issued once a payment is verified.</EmptyState>
				</div>
			) : (
				<>
					<ul className="grid gap-4 xl:grid-cols-2">
						{rows.map(row => (
							<li key={row.id} className="grid">
								<Papers {...row} />
							</li>
						))}
					</ul>
					{pageCount > 1 ? (
						<Pagination
							page={page}
							pageCount={pageCount}
							href={number => listPath(PATH, { page: number })}
							results={{ from, to, total }}
						/>
					) : null}
				</>
			)}
		</>
	)
}

function Papers({
	about,
	issuedAt,
	papers,
	place,
	cells,
	passedOn,
}: Route.ComponentProps['loaderData']['rows'][number]) {
	return (
		<PlaceCard place={place} title={about}>
			<p className="text-sm text-muted">
				Issued <Time at={issuedAt} />
			</p>
			{passedOn > 0 ? (
				<p className="text-sm">
					{cells.length === 1
						? 'The pixel is no longer yours.'
						: `${passedOn} of the ${formatPixelCount(cells.length)} ${passedOn === 1 ? 'is' : 'are'} no longer yours.`}
				</p>
			) : null}
			<ul className="text-sm">
				{papers.map(({ name, href, check }) => (
					<li key={href} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line">
						<span className="font-semibold">{name}</span>
						<span>
							{check === null ? null : (
								<a className="btn btn-quiet" href={check}>
									View<span className="sr-only"> {name}</span>
								</a>
							)}{' '}
							<a className="btn btn-quiet -mr-2" href={href}>
								PDF<span className="sr-only"> of {name}</span>
							</a>
						</span>
					</li>
				))}
			</ul>
		</PlaceCard>
	)
}
