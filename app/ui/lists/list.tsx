import type { ReactNode } from 'react'
import type { Page } from '~/domain/list'
import { Button, ButtonLink } from '../button'
import { Card } from '../card'
import { InputField, plainField } from '../forms/field'
import { Pagination } from './pagination'
import { type Column, Table } from './table'

/** The search above a list: what is looked for, and more to limit the list by. */
export function ListSearch({
	q,
	sort,
	label,
	hidden = {},
	showAll,
	action,
	children,
}: {
	q: string
	/** The order that the list has, and keeps. */
	sort: string | undefined
	/** More that the list keeps. */
	hidden?: Record<string, string | number | undefined>
	label: string
	/** The address of the whole list, while it is limited. */
	showAll: string | undefined
	/** Where the list is, when it stands below something else on its page. */
	action?: string
	/** Further fields. */
	children?: ReactNode
}) {
	return (
		<search>
			{/* Going back, a browser would fill in what was looked for next. */}
			<form method="get" action={action} className="list-search" autoComplete="off">
				<div className="list-search-words">
					<InputField field={plainField('q', q)} label={label} type="search" maxLength={200} />
					{Object.entries({ sort, ...hidden }).map(([name, value]) =>
						value ? <input key={name} type="hidden" name={name} value={value} /> : null,
					)}
				</div>
				{children}
				<div className="actions">
					<Button variant="secondary">Search</Button>
					{showAll === undefined ? null : (
						<ButtonLink variant="quiet" href={showAll}>
							Show all
						</ButtonLink>
					)}
				</div>
			</form>
		</search>
	)
}

/** From and until when: days in London, both included. */
export function DayFields({ from, to }: { from: string | null; to: string | null }) {
	const isReversed = from !== null && to !== null && to < from
	return (
		<>
			<InputField field={plainField('from', from ?? '')} label="From" type="date" />
			<InputField
				field={plainField('to', to ?? '', isReversed ? ['Until is before From'] : undefined)}
				label="Until"
				type="date"
			/>
		</>
	)
}

/** A page of a list as a table, with how many results there are and the ways to the other pages. */
export function ListTable<Row>({
	caption,
	columns,
	page,
	rowKey,
	empty,
	href,
	orders = ['Newest first', 'Oldest first'],
	partial = 'One-character searches cover only the newest entries. Type two or more to search them all.',
	title,
	aside,
	above,
	wide = false,
	rowData,
	sizes,
}: {
	caption: string
	columns: Column<Row>[]
	page: Page<Row>
	rowKey: (row: Row) => string | number
	/** The words for no rows. */
	empty: string
	/** The address of another page, or of the first in the other order. */
	href: (place: { page: number; sort: string | undefined }) => string
	/** What the list's order is called, and the other one; null where there is no other. */
	orders?: readonly [string, string] | null | undefined
	/** What is said where only some were looked through. */
	partial?: string
	title?: string
	aside?: ReactNode
	/** Tabs, above the table. */
	above?: ReactNode
	wide?: boolean
	rowData?: (row: Row) => Record<`data-${string}`, string>
	/** How many rows a page can have: each with its address, null for how many it has. */
	sizes?: { size: number; href: string | null }[]
}) {
	const { rows, total, pageCount, from, to, sort, isCapped = false, isPartial = false } = page
	return (
		<Card flush title={title} aside={aside}>
			{above ? <div className="px-4 pt-2">{above}</div> : null}
			<Table
				wide={wide}
				caption={caption}
				columns={columns}
				rows={rows}
				rowKey={rowKey}
				rowData={rowData}
				empty={empty}
			/>
			{isCapped ? (
				<p className="px-4 pt-3 text-sm text-muted">
					Only {total.toLocaleString('en-GB')} are listed. Narrow your search to see the rest.
				</p>
			) : null}
			{isPartial ? <p className="px-4 pt-3 text-sm text-muted">{partial}</p> : null}
			{total > 0 ? (
				<Pagination
					page={page.page}
					pageCount={pageCount}
					href={number => href({ page: number, sort })}
					results={{ from, to, total }}
					sizes={total > Math.min(...(sizes ?? []).map(one => one.size)) ? sizes : undefined}
					order={
						orders && total > 1
							? { title: orders[sort ? 0 : 1], href: href({ page: 1, sort: sort ? undefined : 'oldest' }) }
							: undefined
					}
				/>
			) : null}
		</Card>
	)
}
