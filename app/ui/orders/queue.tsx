import type { ReviewRow } from '~/domain/orders/review/list.server'
import {
	orderPath,
	PAGE_SIZES,
	type ReviewFilter,
	type ReviewSort,
	readSort,
	reviewPath,
	type SortColumn,
} from '~/domain/orders/review/schema'
import { canApproveTogether } from '~/domain/orders/rules'
import { Badge } from '../badge'
import { Button } from '../button'
import { plainField, SelectField } from '../forms/field'
import type { Column } from '../lists/table'
import { Money } from '../money'
import { Time } from '../time'
import { MoneyMark } from './money-summary'
import { OrderStatusLabel } from './notices'

/** The form for the ticked orders. */
export function ApproveTicked() {
	return (
		<div className="actions px-4">
			<b className="ticked figures" />
			<Button name="intent" value="approve-selected">
				Approve ticked orders
			</Button>
			<span className="help">Only orders that are paid and hold their pixels can be ticked.</span>
		</div>
	)
}

/* The first and second sort order of a column. */
const DIRECTIONS: Readonly<Record<SortColumn, readonly [ReviewSort | undefined, ReviewSort]>> = {
	date: [undefined, 'date'],
	amount: ['-amount', 'amount'],
	buyer: ['buyer', '-buyer'],
	status: ['status', '-status'],
}

const SORT_LABELS: Readonly<Record<string, string>> = {
	'': 'Newest first',
	date: 'Oldest first',
	'-amount': 'Highest amount first',
	amount: 'Lowest amount first',
	buyer: 'Buyers from A to Z',
	'-buyer': 'Buyers from Z to A',
	status: 'Status from A to Z',
	'-status': 'Status from Z to A',
}

/** Returns the order of the list as a value of its field and as a label. */
export function sortOption(sort: ReviewFilter['sort']): { value: string; label: string | undefined } {
	const { column, isAscending } = readSort(sort)
	const value = isAscending ? column : column === 'date' ? '' : `-${column}`
	return { value, label: SORT_LABELS[value] }
}

/** The order and the page size as fields of the filter, for phones, where the list has no column heads. */
export function OrderFields({ sort, size }: Pick<ReviewFilter, 'sort' | 'size'>) {
	return (
		<div className="contents md:hidden *:col-span-full">
			<SelectField field={plainField('sort', sortOption(sort).value)} label="Sort" options={SORT_LABELS} />
			<SelectField field={plainField('size', `${size}`)} label="Rows">
				{PAGE_SIZES.map(pageSize => (
					<option key={pageSize}>{pageSize}</option>
				))}
			</SelectField>
		</div>
	)
}

/** The columns of the list of orders, with links to sort it. */
export function queueColumns(filter: ReviewFilter, limit: number): Column<ReviewRow>[] {
	const { column: current, isAscending } = readSort(filter.sort)
	const createSort = (column: SortColumn): NonNullable<Column<ReviewRow>['sort']> => {
		const [first, then] = DIRECTIONS[column]
		const isFirst = column === current && isAscending === readSort(first).isAscending
		const direction = isAscending ? 'ascending' : 'descending'
		return {
			href: reviewPath({ ...filter, sort: isFirst ? then : first, page: 1 }),
			direction: column === current ? direction : undefined,
		}
	}
	const getHref = (row: ReviewRow) => orderPath(row.id, filter)
	return [
		{
			title: 'Approve',
			quiet: true,
			className: '[grid-area:tick]',
			cell: row =>
				canApproveTogether(row.money, limit) ? (
					<label className="tick">
						<input type="checkbox" name="order" value={row.id} />
						<span className="sr-only">Approve {row.reference}</span>
					</label>
				) : null,
		},
		{
			title: 'Transaction ID',
			className: 'max-[75rem]:hidden! figures text-muted',
			cell: row => row.paymentId ?? 'Nothing to pay',
		},
		{
			title: 'Order',
			className: 'whole [grid-area:order]',
			cell: row => (
				<>
					<a className="figures font-semibold text-accent" href={getHref(row)}>
						{row.reference}
					</a>{' '}
					{row.usedTwice ? <span className="text-xs font-semibold text-danger">Used before</span> : null}
				</>
			),
		},
		{
			title: 'Name',
			className: 'cut [grid-area:name]',
			sort: createSort('buyer'),
			cell: row => row.name ?? row.account,
		},
		{
			title: 'Amount',
			className: '[grid-area:amount]',
			figures: true,
			sort: createSort('amount'),
			cell: row => <Money pence={row.totalPence} />,
		},
		{
			title: 'Received',
			className: 'max-[75rem]:hidden! text-muted',
			figures: true,
			cell: row => <Money pence={row.receivedPence} />,
		},
		{ title: 'Money', className: '[grid-area:money]', cell: row => <MoneyMark order={row.money} /> },
		{
			title: 'Status',
			className: 'at-end [grid-area:status]',
			sort: createSort('status'),
			cell: row =>
				row.lost > 0 ? (
					<Badge status="cells gone" variant="rejected" />
				) : row.isHalfApproved ? (
					<Badge status="pending, 1 of 2" variant="pending" />
				) : (
					<OrderStatusLabel order={row} />
				),
		},
		{
			title: 'Date',
			className: 'at-end [grid-area:date]',
			sort: createSort('date'),
			cell: row => (row.submittedAt === null ? null : <Time at={row.submittedAt} short />),
		},
		{
			title: 'Action',
			className: 'max-lg:hidden!',
			cell: row => (
				<a className="btn btn-quiet" href={getHref(row)}>
					View
					<span className="sr-only"> transaction {row.paymentId ?? row.reference}</span>
				</a>
			),
		},
	]
}
