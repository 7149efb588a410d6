import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { csvTable, csvTime, readBatches } from '~/domain/csv'
import { readPage } from '~/domain/list'
import { londonDayEnd, londonDayStart } from '~/domain/time'
import { db } from '~/server/db/db.server'
import { accounts, auditEntries } from '~/server/db/schema.server'
import { detailLines } from './details'
import { formatAuditAction, formatAuditKind, matchingActions } from './labels'
import { type AuditFilter, NO_ACTOR } from './schema'
import {
	formatPersonName,
	matchingSubjects,
	nameSubjects,
	pixelsSubject,
	readMoneyLabels,
} from './subjects.server'

const PAGE_SIZE = 20

/** Entries listed and counted, so that a page costs the same however long the audit log is. */
export const AUDIT_LISTED = 10_000

/** Lists a page of the audit log, newest first. `isCapped`: there are older entries than the list reaches. */
export async function listAudit(filter: AuditFilter) {
	const terms = await readSearchTerms(filter)
	const few = toBranches(filter, terms)
	// With one value per branch the entries do not depend on the count, so both queries run at once.
	const isSimple = !filter.sort && (!terms || terms.every(({ values }) => values.length === 1))
	const page = Math.min(filter.page, AUDIT_LISTED / PAGE_SIZE)
	const ahead = { skipped: (page - 1) * PAGE_SIZE, size: PAGE_SIZE }
	const [counted, first] = await Promise.all([countSome(few), isSimple ? readEntries(few, ahead) : undefined])
	const total = Math.min(counted, AUDIT_LISTED)
	const isCapped = counted > AUDIT_LISTED
	// Large results are not sorted: each index yields its newest rows, one value at a time.
	const branches = terms && isCapped ? toBranches(filter, terms.flatMap(splitByValue)) : few
	const list = await readPage(
		{ requested: filter.page, size: PAGE_SIZE, total, sort: filter.sort },
		async ({ skipped, size }) => {
			if (first && skipped === ahead.skipped) return first.slice(0, Math.min(size, total - skipped))
			return await readEntries(branches, { skipped, size: Math.min(size, total - skipped) })
		},
	)
	return { ...list, isCapped }
}

/** Reads the newest entries about a subject, or by an account. */
export async function latestAudit(id: string, size: number) {
	const values = [id.toLowerCase()]
	const terms: SearchTerm[] = [
		{ column: 'subject_id', values },
		{ column: 'actor_id', values },
	]
	const limits = { who: null, kind: null, from: null, to: null }
	return await readEntries(toBranches(limits, terms), { skipped: 0, size })
}

const BATCH = 500

/** Reads all entries that match a filter, newest first, in batches. */
export async function* readAllAudit(filter: AuditFilter) {
	const terms = await readSearchTerms(filter)
	yield* readBatches<AuditRow>(after =>
		readEntries(toBranches(filter, terms, after), { skipped: 0, size: BATCH }),
	)
}

type SearchTerm = { column: 'subject_id' | 'actor_id' | 'action' | 'address'; values: string[] }

/* Finds what the words of a search may refer to, by the columns with an index. */
async function readSearchTerms({ q }: AuditFilter): Promise<SearchTerm[] | undefined> {
	if (!q) return undefined
	const ids = await matchingSubjects(q)
	const terms: SearchTerm[] = [
		{ column: 'subject_id', values: ids },
		{ column: 'actor_id', values: ids },
		{ column: 'action', values: matchingActions(q) },
		{ column: 'address', values: [q] },
	]
	return terms.filter(({ values }) => values.length > 0)
}

function splitByValue({ column, values }: SearchTerm): SearchTerm[] {
	return values.map(value => ({ column, values: [value] }))
}

/* Builds conditions that an index answers in the order of time, with one value each. Their union is the filter. */
function toBranches(
	{ who, kind, from, to }: Pick<AuditFilter, 'who' | 'kind' | 'from' | 'to'>,
	terms?: readonly SearchTerm[],
	after?: Pick<AuditRow, 'at' | 'place'>,
): SQL[] {
	const limits = [
		...(after ? [sql`(at, rowid) < (${after.at}, ${after.place})`] : []),
		...(who === null ? [] : [who === NO_ACTOR ? sql`actor_id is null` : sql`actor_id = ${who}`]),
		...(kind ? [kind.includes('.') ? sql`action = ${kind}` : sql`subject_type = ${kind}`] : []),
		...(from ? [sql`at >= ${londonDayStart(from)}`] : []),
		...(to ? [sql`at <= ${londonDayEnd(to)}`] : []),
	]
	const whereAll = (conditions: SQL[]) =>
		conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
	const selectAmong = ({ column, values }: SearchTerm) =>
		whereAll([sql`${sql.identifier(column)} in ${values}`, ...limits])
	return terms?.map(selectAmong) ?? [whereAll(limits)]
}

async function countSome(branches: SQL[]): Promise<number> {
	return (await db.get<{ total: number }>(selectCount(branches, AUDIT_LISTED + 1))).total
}

/* Counts entries up to `max`. Omits the order, which costs more than the entries, and the overlap of branches if one of
   them has all entries, or enough. */
function selectCount(conditions: SQL[], max: number): SQL {
	const some = conditions.map(where => sql`select rowid as place from audit_entries ${where} limit ${max}`)
	const counts = some.map(part => sql`select count(*) as part from (${part})`)
	const parts = some.map(part => sql`select * from (${part})`)
	return sql`
		select case when max(part) = ${max} or count(nullif(part, 0)) < 2 then max(part)
			else (select count(*) from (${sql.join(parts, sql` union `)} limit ${max})) end as total
		from (${sql.join(counts, sql` union all `)})`
}

type Slice = { skipped: number; size: number }

/* Selects a slice of the newest entries: each branch yields as many of its newest as the whole may need. */
function selectNewest(conditions: SQL[], { skipped, size }: Slice): SQL {
	const [only, ...others] = conditions
	const slice = sql`limit ${size} offset ${skipped}`
	if (only && others.length === 0) {
		return sql`select rowid from audit_entries ${only} order by at desc, rowid desc ${slice}`
	}
	const parts = conditions.map(
		where =>
			sql`select * from (
				select rowid as place, at from audit_entries ${where} order by at desc, rowid desc
				limit ${skipped + size}
			)`,
	)
	return sql`select place from (${sql.join(parts, sql` union `)} order by at desc, place desc ${slice})`
}

/* `at`: UTC ms. `actor` null: nobody was signed in, or an automatic change. */
async function readEntries(branches: SQL[], slice: Slice) {
	const rows = await db
		.select({
			...getTableColumns(auditEntries),
			place: sql<number>`${auditEntries}.rowid`,
			actorName: accounts.fullName,
			actorDeletedAt: accounts.deletedAt,
			actorRole: accounts.role,
		})
		.from(auditEntries)
		.leftJoin(accounts, eq(accounts.id, auditEntries.actorId))
		.where(sql`${auditEntries}.rowid in (${selectNewest(branches, slice)})`)
	const [subjects, moneyLabels] = await Promise.all([nameSubjects(rows), readMoneyLabels(rows)])
	return rows
		.toSorted((a, b) => b.at - a.at || b.place - a.place)
		.map(row => ({
			id: row.id,
			place: row.place,
			at: row.at,
			what: formatAuditAction(row.action),
			kind: formatAuditKind(row.subjectType),
			subjectId: row.subjectId,
			subject: pixelsSubject(row.subjectType, row.detail) ??
				subjects[row.subjectId] ?? { label: row.subjectId.slice(0, 8), href: undefined },
			actor:
				row.actorName === null
					? null
					: {
							name: formatPersonName({ name: row.actorName, deletedAt: row.actorDeletedAt }),
							isAdmin: row.actorRole === 'admin',
						},
			address: row.address,
			details: [...detailLines(row, moneyLabels), ...(row.requestId ? [`Request: ${row.requestId}`] : [])],
		}))
}

export type AuditRow = Awaited<ReturnType<typeof readEntries>>[number]

/** Exports the audit entries that a filter matches, newest first, as CSV lines. */
export function auditAsCsv(filter: AuditFilter) {
	return csvTable(readAllAudit(filter), {
		'When (UTC)': row => csvTime(row.at),
		Who: row => row.actor?.name ?? null,
		What: row => row.what,
		Kind: row => row.kind,
		Subject: row => row.subject.label,
		'Internal number': row => row.subjectId,
		Details: row => row.details.join('; '),
		'From address': row => row.address,
	})
}
