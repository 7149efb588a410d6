import { redirect } from 'react-router'
import { WORKLISTS } from '~/domain/dashboard/worklists'
import {
	describePeriod,
	isReversedPeriod,
	listPath,
	PAGE_SIZE,
	parseListQuery,
	REVERSED_PERIOD,
} from '~/domain/list'
import { listForReview } from '~/domain/orders/review/list.server'
import {
	approveTickedPath,
	MONEY_FILTERS,
	PAGE_SIZES,
	REVIEW_FILTERS,
	REVIEW_SORTS,
	ReviewFilter,
	readTicked,
	reviewPath,
} from '~/domain/orders/review/schema'
import { canApproveTogether, REVIEW_FAILED } from '~/domain/orders/rules'
import { getSetting } from '~/domain/settings/queries.server'
import { capitalize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { readForm } from '~/server/forms/form.server'
import { orErrorPage } from '~/server/http/loading.server'
import { badRequest } from '~/server/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { plainField, SelectField } from '~/ui/forms/field'
import { PageTitle } from '~/ui/layout/page-title'
import { DayFields, ListFilter, ListTable } from '~/ui/lists/list'
import { ApproveTicked, OrderFields, queueColumns, sortOption } from '~/ui/orders/queue'
import { Tabs } from '~/ui/tabs'
import type { Route } from './+types/transactions'

export const handle = { search: 'Reference, order ID, name, email or transaction ID' }

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = parseListQuery(ReviewFilter, new URL(request.url).searchParams)
	const [list, limit] = await Promise.all([
		orErrorPage(REVIEW_FAILED.list, () => listForReview(filter)),
		getSetting('secondAbovePence'),
	])
	return { filter, list, limit }
}

/** Redirects with the ticked orders to the page that confirms their approval. */
export async function action({ request }: Route.ActionArgs) {
	await requireAdmin(request)
	const form = await readForm(request)
	const ids = readTicked(form)
	if (form.get('intent') !== 'approve-selected' || !ids) throw badRequest()
	const filter = parseListQuery(ReviewFilter, new URL(request.url).searchParams)
	throw redirect(approveTickedPath(ids, filter))
}

const LIST = '/admin/transactions'
const STATUSES = {
	'': 'All',
	...Object.fromEntries(REVIEW_FILTERS.map(filter => [filter, capitalize(filter)])),
}

export default function Transactions({ loaderData: { filter, list, limit } }: Route.ComponentProps) {
	const { page: _, sort, size: rows, ...limits } = filter
	const size = rows === PAGE_SIZE ? undefined : rows
	const getPath = (change: Partial<typeof filter>) => reviewPath({ ...filter, ...change })
	const isFiltered = Object.values(limits).some(Boolean)
	const { status, money, from, to } = filter
	const isSet = [status, money && MONEY_FILTERS[money], ...describePeriod({ from, to })]
	return (
		<>
			<PageTitle
				title={WORKLISTS.find(({ href }) => href === reviewPath({ status, money }))?.title ?? 'Transactions'}
				intro="Payments that buyers have submitted. Compare each with the bank account, then decide."
				actions={
					<ButtonLink variant="secondary" href={listPath(`${LIST}.csv`, limits)}>
						Download CSV
					</ButtonLink>
				}
			/>
			<Tabs label="Orders by what they need" items={getTabs(filter)} />
			<ListFilter
				sort={undefined}
				showAll={isFiltered ? listPath(LIST, { sort, size }) : undefined}
				isSet={`${isSet.filter(Boolean).join(', ') || 'Everything'} · ${sortOption(sort).label}`}
			>
				<SelectField field={plainField('status', status ?? '')} label="Status" options={STATUSES} />
				<SelectField
					field={plainField('money', money ?? '')}
					label="Money"
					options={{ '': 'All', ...MONEY_FILTERS }}
				/>
				<DayFields from={from} to={to} />
				<OrderFields sort={sort} size={rows} />
			</ListFilter>
			<form method="post" className="ticks">
				<ListTable
					className="table-orders"
					caption={isFiltered ? 'Transactions that match the search' : 'Transactions'}
					columns={queueColumns(filter, limit)}
					page={list}
					{...(filter.q.length > 1 ? { partial: PARTIAL } : {})}
					empty="No transactions found"
					emptyNote={
						isReversedPeriod(filter)
							? REVERSED_PERIOD
							: isFiltered
								? null
								: 'Orders appear here once the buyer has submitted a receipt.'
					}
					href={({ page, sort }) =>
						getPath({ page, sort: REVIEW_SORTS.find(reviewSort => reviewSort === sort) })
					}
					sortLabels={null}
					sizes={PAGE_SIZES.map(pageSize => ({
						size: pageSize,
						href: pageSize === filter.size ? null : getPath({ size: pageSize, page: 1 }),
					}))}
					foot={list.rows.some(row => canApproveTogether(row.money, limit)) ? <ApproveTicked /> : null}
				/>
			</form>
		</>
	)
}

const PARTIAL =
	'Only the newest results are sorted and filtered by money. Narrow your search to include the rest.'

function getTabs({ status, money, sort, size }: ReviewFilter) {
	const tabs = [
		{ title: 'To review', limits: { status: 'pending' as const } },
		{ title: 'Not seen at the bank', limits: { money: 'not-seen' as const } },
		{ title: 'To send back', limits: { money: 'to-send-back' as const } },
		{ title: 'Approved', limits: { status: 'approved' as const } },
		{ title: 'Rejected', limits: { status: 'rejected' as const } },
		{ title: 'Failed', limits: { status: 'failed' as const } },
		{ title: 'All', limits: {} },
	]
	return tabs.map(({ title, limits }) => ({
		title,
		href: reviewPath({ ...limits, sort, size }),
		current: (limits.status ?? null) === status && (limits.money ?? null) === money,
	}))
}
