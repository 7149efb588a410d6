import { listAdministrators } from '~/domain/accounts/queries.server'
import {
	AUDIT_ACTIONS,
	AUDIT_KINDS,
	COMMAND_LINE,
	formatAuditAction,
	formatAuditKind,
	getActionKind,
} from '~/domain/audit/labels'
import { type AuditRow, listAudit } from '~/domain/audit/queries.server'
import { AuditFilter, NO_ACTOR } from '~/domain/audit/schema'
import { describePeriod, isReversedPeriod, listPath, parseListQuery, REVERSED_PERIOD } from '~/domain/list'
import { requireAdmin } from '~/server/auth/guards.server'
import { db } from '~/server/db/db.server'
import { ButtonLink } from '~/ui/button'
import { plainField, SelectField } from '~/ui/forms/field'
import { PageTitle } from '~/ui/layout/page-title'
import { DayFields, ListFilter, ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Time } from '~/ui/time'
import type { Route } from './+types/audit'

export const handle = { search: 'Who, what, order ID, coupon code or address' }

const LIST = '/admin/audit'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const query = parseListQuery(AuditFilter, new URL(request.url).searchParams)
	const people = [
		...(await listAdministrators(db)).map(({ id, fullName }) => ({ id, name: fullName })),
		{ id: NO_ACTOR, name: 'Not logged in' },
	]
	const filter = { ...query, who: people.find(person => person.id === query.who)?.id ?? null }
	return { filter, people, list: await listAudit(filter) }
}

export default function Audit({ loaderData: { filter, people, list } }: Route.ComponentProps) {
	const { page: _, sort, ...limits } = filter
	const { who, kind, from, to } = limits
	const isFiltered = Object.values(limits).some(Boolean)
	const isSet = [
		people.find(person => person.id === who)?.name,
		kind && getLabel(kind),
		...describePeriod({ from, to }),
	]
	return (
		<>
			<PageTitle
				title="Audit"
				intro="Who did what to which subject, when and from where. Nothing here can be changed."
				actions={
					<ButtonLink variant="secondary" href={listPath(`${LIST}.csv`, limits)}>
						Download CSV
					</ButtonLink>
				}
			/>
			<ListFilter
				sort={sort}
				showAll={isFiltered ? listPath(LIST, { sort }) : undefined}
				isSet={isSet.filter(Boolean).join(', ')}
			>
				<SelectField
					field={plainField('who', who ?? '')}
					label="Who"
					options={{ '': 'Everyone', ...Object.fromEntries(people.map(({ id, name }) => [id, name])) }}
				/>
				<SelectField field={plainField('kind', kind ?? '')} label="What">
					<option value="">All actions</option>
					{AUDIT_KINDS.map(auditKind => (
						<optgroup key={auditKind} label={formatAuditKind(auditKind)}>
							<option value={auditKind}>{getLabel(auditKind)}</option>
							{AUDIT_ACTIONS.filter(action => getActionKind(action) === auditKind).map(action => (
								<option key={action} value={action}>
									{formatAuditAction(action)}
								</option>
							))}
						</optgroup>
					))}
				</SelectField>
				<DayFields from={from} to={to} />
			</ListFilter>
			<ListTable
				className="table-places"
				caption={isFiltered ? 'Entries that match the search' : 'Entries of the audit'}
				columns={columns}
				page={list}
				empty="No entries found"
				emptyNote={isReversedPeriod(filter) ? REVERSED_PERIOD : null}
				href={place => listPath(LIST, { ...filter, ...place })}
			/>
		</>
	)
}

function getLabel(kind: string): string {
	return kind.includes('.') ? formatAuditAction(kind) : `${formatAuditKind(kind)}, all actions`
}

const columns: Column<AuditRow>[] = [
	{
		title: 'When',
		className: 'at-end whitespace-nowrap [grid-area:amount]',
		cell: row => <Time at={row.at} short />,
	},
	{
		title: 'Who',
		className: 'at-end [grid-area:side] @min-[60rem]:max-w-56 @min-[60rem]:truncate',
		cell: row =>
			row.actor ? (
				<span className="wrap-anywhere">
					{row.actor.name} {row.actor.isAdmin ? null : <span className="text-xs text-muted">Member</span>}
				</span>
			) : (
				<span className="text-muted">{row.address === COMMAND_LINE ? 'Command line' : 'Not logged in'}</span>
			),
	},
	{
		title: 'What',
		className: '[grid-area:title]',
		cell: row => <strong className="font-semibold">{row.what}</strong>,
	},
	{
		title: 'Subject',
		className: '[grid-area:note/note/more/more]',
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
		title: 'Details',
		className:
			'[grid-area:rest] @min-[60rem]:w-[30%] @min-[60rem]:max-w-0 @min-[60rem]:[&_:not([open])>summary]:whitespace-nowrap',
		cell: row => <Details row={row} />,
	},
]

/* The first facts as a summary that expands: the rest, the address and the ids to look for in a log. */
function Details({ row }: { row: AuditRow }) {
	const facts = row.details.filter(line => !line.startsWith('Request: '))
	return (
		<details className="text-left">
			<summary className="relative cursor-pointer overflow-hidden py-1 text-ellipsis hover:text-accent pointer-coarse:py-3">
				<span>{facts.join(', ') || 'More'}</span>
				<span className="sr-only"> Details of: {row.what}</span>
			</summary>
			<ul className="text-(length:--text-xs) wrap-anywhere *:mt-1.5">
				{row.details.map(line => (
					<li key={line}>{line}</li>
				))}
				<li>From: {row.address ?? 'not known'}</li>
				<li>Internal number: {row.subjectId}</li>
			</ul>
		</details>
	)
}
