import type { ReactNode } from 'react'
import { listPath, type Page } from '~/domain/list'
import { ButtonLink } from '../button'
import { PageTitle } from '../layout/page-title'
import { ListFilter, ListSearch, ListTable } from '../lists/list'
import { LoadFailed } from '../lists/load-failed'
import type { Column } from '../lists/table'
import { Tabs } from '../tabs'

type HistoryKind = 'purchased' | 'sold'

/** Returns the address of one half of a history. */
function historyPath(area: 'user' | 'admin', kind: HistoryKind): string {
	return kind === 'sold' ? `/${area}/history/sold` : `/${area}/history`
}

/** One half of a history, a member's own or everybody's: search, export and list. */
export function HistoryPage<Row extends { id: string }>({
	area,
	kind,
	filter,
	label,
	list,
	columns,
	hasLoadFailed,
	children,
}: {
	area: 'user' | 'admin'
	kind: HistoryKind
	/** The filters of the list. */
	filter: { q: string; status?: string | null }
	/** The label of a member's search; administrators search in the bar. */
	label?: string
	list: Page<Row>
	columns: Column<Row>[]
	/** Whether the list could not be read. */
	hasLoadFailed?: boolean
	/** Further fields of the search. */
	children?: ReactNode
}) {
	const path = historyPath(area, kind)
	/* Everybody's orders are exported from the transactions. */
	const file = area === 'admin' && kind === 'purchased' ? '/admin/transactions' : path
	const title = kind === 'sold' ? 'Sold' : 'Purchased'
	const { sort } = list
	const isFiltered = Object.values(filter).some(Boolean)
	const isEmpty = !isFiltered && list.total === 0
	const showAll = isFiltered ? listPath(path, { sort }) : undefined
	return (
		<>
			<PageTitle
				title={area === 'user' ? 'Transaction History' : 'Order History'}
				documentTitle={kind === 'sold' ? 'Sold pixels' : undefined}
				actions={
					isEmpty ? undefined : (
						<ButtonLink variant="secondary" href={listPath(`${file}.csv`, filter)}>
							Download CSV
						</ButtonLink>
					)
				}
			/>
			{hasLoadFailed ? <LoadFailed /> : null}
			<HistoryTabs area={area} current={kind} />
			{isEmpty ? null : area === 'admin' ? (
				<ListFilter sort={sort} showAll={showAll} />
			) : (
				<ListSearch q={filter.q} sort={sort} label={label ?? ''} showAll={showAll}>
					{children}
				</ListSearch>
			)}
			<ListTable
				wide={area === 'admin' || kind === 'sold'}
				caption={isFiltered ? `${title}, as searched` : title}
				columns={columns}
				page={list}
				empty={`No ${kind} history found`}
				href={place => listPath(path, { ...filter, ...place })}
			/>
		</>
	)
}

/**
 * The last column, a link to the details. `what`: for screen readers, as 'order ABC'. `place`: of the details, after
 * the list's address.
 */
export function viewMoreColumn<Row extends { id: string }>(
	area: 'user' | 'admin',
	kind: HistoryKind,
	what: (row: Row) => string,
	place: (row: Row) => string = row => row.id,
): Column<Row> {
	return {
		title: area === 'admin' ? 'View more' : 'Details',
		quiet: true,
		cell: row => (
			<dialog-link>
				<a className="btn btn-quiet" href={`${historyPath(area, kind)}/${place(row)}`}>
					View more<span className="sr-only"> about {what(row)}</span>
				</a>
			</dialog-link>
		),
	}
}

/** The parts of a history: a member's own, with their documents, or everybody's. */
export function HistoryTabs({
	area = 'user',
	current,
}: {
	area?: 'user' | 'admin'
	current: 'purchased' | 'sold' | 'documents'
}) {
	return (
		<Tabs
			label={area === 'user' ? 'Transaction history' : 'Order history'}
			items={[
				{ title: 'Purchased', href: `/${area}/history`, current: current === 'purchased' },
				{ title: 'Sold', href: `/${area}/history/sold`, current: current === 'sold' },
				...(area === 'user'
					? [{ title: 'Documents', href: '/user/history/documents', current: current === 'documents' }]
					: []),
			]}
		/>
	)
}
