import type { ReactNode } from 'react'
import { isReversedPeriod, type Page, REVERSED_PERIOD } from '~/domain/list'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { InputField, plainField } from '../forms/field'
import { EmptyState } from './empty-state'
import { Pagination } from './pagination'
import { Table } from './table'

type FilterProps = {
	/** The current order of the list, which the search keeps. */
	sort: string | undefined
	/** Further parameters that the search keeps. */
	hidden?: Record<string, string | number | null | undefined>
	/** The address of the unfiltered list, while it is filtered. */
	showAll: string | undefined
	/** Further fields. */
	children?: ReactNode
}

const hiddenFields = ({ sort, hidden }: FilterProps) =>
	Object.entries({ sort, ...hidden }).map(([name, value]) =>
		value ? <input key={name} type="hidden" name={name} value={value} /> : null,
	)

type Props = FilterProps & {
	q: string
	label: string
	/** The address of the list, if it is below other content on its page. */
	action?: string
}

/** The search above a member's list: the search text, and further filters. */
export function ListSearch({ q, label, action, ...filter }: Props) {
	return (
		<search>
			{/* When going back, a browser would fill in the later search. */}
			<form method="get" action={action} className="list-search" autoComplete="off">
				<div className="list-search-words">
					<InputField field={plainField('q', q)} label={label} type="search" maxLength={200} />
					{hiddenFields(filter)}
				</div>
				{filter.children}
				<div className="actions">
					<Button variant="secondary">Search</Button>
					<ShowAll href={filter.showAll} />
				</div>
			</form>
		</search>
	)
}

/**
 * The filters of a back-office list, whose search is in the bar: fields, on a phone behind a button that names their
 * values.
 */
export function ListFilter({ isSet, ...filter }: FilterProps & { isSet?: string | undefined }) {
	const { showAll, children } = filter
	if (!children) {
		return (
			<form id="filter" method="get" className="not-has-[a]:hidden" autoComplete="off">
				{hiddenFields(filter)}
				<ShowAll href={showAll} />
			</form>
		)
	}
	return (
		<search className="flex flex-wrap items-center gap-2">
			<button
				type="button"
				popoverTarget="filter"
				className="flex flex-[1_1_12rem] justify-between items-center min-h-11 px-4 border border-edge rounded bg-raised font-semibold cursor-pointer md:hidden"
			>
				<span className="py-1 text-left">{isSet || 'Everything'}</span> <span className="link">Filter</span>
			</button>
			<form id="filter" method="get" popover="auto" className="list-filter" autoComplete="off">
				{hiddenFields(filter)}
				{children}
				<Button variant="secondary">Apply</Button>
			</form>
			<ShowAll href={showAll} />
		</search>
	)
}

function ShowAll({ href }: { href: string | undefined }) {
	return href === undefined ? null : (
		<ButtonLink variant="quiet" href={href}>
			Show all
		</ButtonLink>
	)
}

/** From and until: days in London, both included. */
export function DayFields({ from, to }: { from: string | null; to: string | null }) {
	return (
		<>
			<InputField field={plainField('from', from ?? '')} label="From" type="date" />
			<InputField
				field={plainField('to', to ?? '', isReversedPeriod({ from, to }) ? [REVERSED_PERIOD] : undefined)}
				label="Until"
				type="date"
			/>
		</>
	)
}

/** A page of a list as a table, with the number of results and links to the other pages. */
export function ListTable<Row>({
	page,
	href,
	sortLabels = ['Newest first', 'Oldest first'],
	partial = 'One-character searches cover only the newest entries. Type two or more to search them all.',
	title,
	above,
	foot,
	sizes,
	empty,
	emptyNote,
	...table
}: Omit<Parameters<typeof Table<Row>>[0], 'rows' | 'narrow' | 'empty'> & {
	page: Page<Row>
	/** Returns the address of another page, or of the first in the other order. */
	href: (place: { page: number; sort: string | undefined }) => string
	/** The labels of the list's order and of the other one; null if there is only one. */
	sortLabels?: readonly [string, string] | null | undefined
	/** The message when only some rows were searched. */
	partial?: string
	title?: string
	/** Tabs, above the table. */
	above?: ReactNode
	/** The actions for ticked rows. */
	foot?: ReactNode
	/** The page sizes: each with its address, null for the current one. */
	sizes?: { size: number; href: string | null }[]
	/** The text of an empty list. */
	empty: string
	/** What to do about an empty list, or when it will have entries. */
	emptyNote?: ReactNode
}) {
	const { rows, total, pageCount, from, to, sort, isCapped = false, isPartial = false } = page
	return (
		<Card flush title={title}>
			{above ? <div className="px-4 pt-2">{above}</div> : null}
			{rows.length === 0 ? (
				<EmptyState title={empty}>{emptyNote}</EmptyState>
			) : (
				<Table rows={rows} {...table} />
			)}
			{isCapped ? (
				<p className="px-4 pt-3 text-sm text-muted">
					Only {total.toLocaleString('en-GB')} are listed. Narrow your search to see the rest.
				</p>
			) : null}
			{isPartial ? <p className="px-4 pt-3 text-sm text-muted">{partial}</p> : null}
			{total > 0 ? (
				<div className="list-foot">
					{foot}
					<Pagination
						page={page.page}
						pageCount={pageCount}
						href={number => href({ page: number, sort })}
						results={{ from, to, total }}
						sizes={total > Math.min(...(sizes ?? []).map(size => size.size)) ? sizes : undefined}
						order={
							sortLabels && total > 1
								? {
										title: sortLabels[sort ? 0 : 1],
										href: href({ page: 1, sort: sort ? undefined : 'oldest' }),
									}
								: undefined
						}
					/>
				</div>
			) : null}
		</Card>
	)
}
