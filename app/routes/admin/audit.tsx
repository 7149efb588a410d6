import { type AuditRow, listAudit } from '~/domain/audit/queries.server'
import { AuditFilter } from '~/domain/audit/schema'
import { AUDIT_KINDS, kindLabel } from '~/domain/audit/words'
import { listPath, readAsked } from '~/domain/list'
import { requireAdmin } from '~/server/auth/guards.server'
import { plainField, SelectField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { DayFields, ListFilter, ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Time } from '~/ui/time'
import type { Route } from './+types/audit'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Audit') }]

export const handle = { search: 'Who, what, order ID, coupon code or address' }

const LIST = '/admin/audit'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readAsked(AuditFilter, new URL(request.url).searchParams)
	return { filter, list: await listAudit(filter) }
}

export default function Audit({ loaderData: { filter, list } }: Route.ComponentProps) {
	const { page: _, sort, ...limits } = filter
	const isFiltered = Object.values(limits).some(Boolean)
	return (
		<>
			<PageTitle
				title="Audit"
				intro="Who did what to which subject, when and from where. Nothing here can be changed."
			/>
			<ListFilter
				sort={sort}
				showAll={isFiltered ? listPath(LIST, { sort }) : undefined}
				isSet={[
					filter.kind && kindLabel(filter.kind),
					filter.from && `from ${filter.from}`,
					filter.to && `until ${filter.to}`,
				]
					.filter(Boolean)
					.join(', ')}
			>
				<SelectField field={plainField('kind', filter.kind ?? '')} label="Subject">
					<option value="">All</option>
					{AUDIT_KINDS.map(kind => (
						<option key={kind} value={kind}>
							{kindLabel(kind)}
						</option>
					))}
				</SelectField>
				<DayFields {...filter} />
			</ListFilter>
			<ListTable
				wide
				caption={isFiltered ? 'Entries that match the search' : 'Entries of the audit'}
				columns={columns}
				page={list}
				rowKey={row => row.id}
				empty="No entries found"
				href={place => listPath(LIST, { ...filter, ...place })}
			/>
		</>
	)
}

const columns: Column<AuditRow>[] = [
	{ title: 'When', cell: row => <Time at={row.at} /> },
	{
		title: 'Who',
		cell: row =>
			row.actor ? (
				<span className="flex flex-wrap items-baseline gap-x-2">
					<span>{row.actor.name}</span>{' '}
					{row.actor.isAdmin ? <span className="text-xs text-muted">Administrator</span> : null}
				</span>
			) : (
				'Nobody signed in'
			),
	},
	{ title: 'What', cell: row => row.what },
	{
		title: 'Subject',
		cell: row => (
			<span className="flex flex-wrap items-baseline gap-x-2">
				{row.subject.href ? (
					<a className="link link-alone wrap-anywhere" href={row.subject.href}>
						{row.subject.label}
					</a>
				) : (
					<span className="wrap-anywhere">{row.subject.label}</span>
				)}
				<span className="text-xs text-muted">{row.kind}</span>
			</span>
		),
	},
	{
		title: 'From',
		cell: row => <span className="figures wrap-anywhere">{row.address ?? '–'}</span>,
	},
	{ title: 'Details', cell: row => <Details row={row} /> },
]

function Details({ row }: { row: AuditRow }) {
	return (
		<details className="audit-details">
			<summary className="link">
				Show<span className="sr-only"> details of: {row.what}</span>
			</summary>
			<ul>
				<li>Internal number: {row.subjectId}</li>
				{row.details.map(line => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</details>
	)
}
