import { data } from 'react-router'
import type { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { listPath, readAsked } from '~/domain/list'
import { WAITS } from '~/domain/orders/review/second.server'
import type { BookingRefusal, BookingResult } from '~/domain/payments/booking.server'
import { bookEntry, dismissEntries, reopenEntry } from '~/domain/payments/entries.server'
import { bookEntryForm, dismissEntryForm, EntryFilter, ReopenEntryForm } from '~/domain/payments/schema'
import { FORMAT_NAMES } from '~/domain/statements/formats/entry'
import {
	countMatches,
	pageOfEntries,
	payableEntries,
	readStatementEntries,
	type StatementEntry,
} from '~/domain/statements/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/answers.server'
import { AuditLink } from '~/ui/audit-link'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Facts } from '~/ui/facts'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { DismissalReasons, EntryActions, type RefusedEntry } from '~/ui/statements/entry-actions'
import { lineColumns } from '~/ui/statements/line-columns'
import { matchLabel, ProposalLabel } from '~/ui/statements/match'
import { Tabs } from '~/ui/tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/statement'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Bank statement') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readAsked(EntryFilter, new URL(request.url).searchParams)
	const { statement, entries } = orNotFound(await readStatementEntries(params.statementId))
	const payable = payableEntries(entries)
	const sumOf = (some: readonly { pence: number }[]) => some.reduce((sum, { pence }) => sum + pence, 0)
	return {
		filter,
		statement,
		page: await pageOfEntries(entries, filter),
		counts: countMatches(entries),
		totals: {
			lines: entries.length,
			in: sumOf(entries.filter(({ pence }) => pence > 0)),
			out: -sumOf(entries.filter(({ pence }) => pence < 0)),
		},
		payable: { count: payable.length, pence: payable.reduce((sum, { left }) => sum + left, 0) },
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const sent = {
		...Object.fromEntries(form),
		reference: form.getAll('reference'),
		amount: form.getAll('amount'),
	}
	const by = { actorId: admin.id, now: Date.now() }
	switch (form.get('intent')) {
		case 'book': {
			const parsed = bookEntryForm.safeParse(sent)
			if (!parsed.success) return refused(form, fieldOf(parsed.error), 422)
			const { entry: entryId, left, version, parts } = parsed.data
			const book = () => bookEntry({ entryId, left, version, parts, ...by })
			return await answer(await catchUnexpected(book, UNEXPECTED), form, 'The payment is booked.', request)
		}
		case 'dismiss': {
			const parsed = dismissEntryForm.safeParse({ ...sent, entry: form.getAll('entry') })
			if (!parsed.success) return refused(form, fieldOf(parsed.error), 422)
			const { entry: entryIds, reason } = parsed.data
			const dismiss = () => dismissEntries({ entryIds, reason, ...by })
			return await answer(
				await catchUnexpected(dismiss, UNEXPECTED),
				form,
				'The payment is dismissed.',
				request,
			)
		}
		case 'reopen': {
			const parsed = ReopenEntryForm.safeParse(sent)
			if (!parsed.success) throw badRequest()
			const reopen = () => reopenEntry({ entryId: parsed.data.entry, ...by })
			return await answer(
				await catchUnexpected(reopen, UNEXPECTED),
				form,
				'The payment is open again.',
				request,
			)
		}
		default:
			throw badRequest()
	}
}

const UNEXPECTED = { message: TEXT.unexpected }

type Wrong = Pick<RefusedEntry, 'field' | 'message'>

/** What is wrong with a field that a person fills in. @throws Response 400 when it is anything else. */
function fieldOf(error: z.ZodError): Wrong {
	const [issue] = error.issues
	const field = issue?.path[0]
	if (issue && (field === 'reference' || field === 'amount' || field === 'reason')) {
		return { field, message: issue.message }
	}
	throw badRequest()
}

function refused(form: FormData, wrong: Wrong, status: number) {
	const typed = {
		reference: form.getAll('reference').map(String),
		amount: form.getAll('amount').map(String),
		reason: String(form.get('reason') ?? ''),
	}
	const entry = String(form.get('entry') ?? '')
	return data({ refused: { ...wrong, typed, entry } satisfies RefusedEntry }, { status })
}

async function answer(
	outcome:
		| Extract<BookingResult, { ok: true }>
		| BookingRefusal
		| { ok: false; status?: number; message: string },
	form: FormData,
	text: string,
	request: Request,
) {
	if (outcome.ok) {
		const { pathname, search } = new URL(request.url)
		const said = outcome.waits
			? WAITS
			: outcome.isApprovalWaiting
				? `${text} The approval waits for another administrator.`
				: text
		return await redirectWithFlash(pathname + search, { type: 'success', text: said })
	}
	const code = 'code' in outcome ? outcome.code : undefined
	if (code === 'unknown') throw notFound()
	const field = code === 'amount' ? 'amount' : form.get('intent') === 'dismiss' ? 'reason' : 'reference'
	const status =
		code === 'amount' || code === 'reference' ? 422 : code ? 409 : 'status' in outcome ? outcome.status : 500
	return refused(form, { field, message: outcome.message }, status ?? 500)
}

export default function BankStatement({ loaderData, actionData }: Route.ComponentProps) {
	const { statement, filter, page, counts, totals, payable } = loaderData
	const path = `/admin/statements/${statement.id}`
	const wrong = actionData?.refused
	const isShown = page.rows.some(row => row.id === wrong?.entry && row.left > 0)
	const place = wrong?.field === 'reason' ? wrong.entry : `${wrong?.entry}-0`
	return (
		<>
			<PageTitle
				title={statement.name}
				intro={
					<>
						{FORMAT_NAMES[statement.format]}, imported <Time at={statement.importedAt} /> by{' '}
						{statement.importedBy}.{' '}
						<a className="link" href="/admin/statements">
							All statements
						</a>
					</>
				}
				actions={
					payable.count > 0 ? (
						<ButtonLink variant="primary" href={`${path}/approve`}>
							Confirm all {payable.count.toLocaleString('en-GB')} exact
						</ButtonLink>
					) : null
				}
			/>
			{wrong ? (
				<ErrorSummary
					items={[{ id: isShown ? `${wrong.field}-${place}` : undefined, text: wrong.message }]}
				/>
			) : null}
			<Card>
				<Facts
					items={[
						['Exact payments', <Money key="exact" pence={payable.pence} words={payable.count > 0} />],
						['Lines', totals.lines.toLocaleString('en-GB')],
						['In', <Money key="in" pence={totals.in} />],
						['Out', <Money key="out" pence={totals.out} />],
					]}
				/>
			</Card>
			<DismissalReasons />
			<ListTable
				wide
				title="Payments"
				aside={<AuditLink subject={statement.id} />}
				above={
					<Tabs
						label="Payments by what they propose"
						items={[
							{ title: `All (${totals.lines})`, href: path, current: filter.match === null },
							...counts
								.filter(({ match, count }) => count > 0 || match === filter.match)
								.map(({ match, count }) => ({
									title: `${matchLabel(match)} (${count})`,
									href: listPath(path, { match }),
									current: filter.match === match,
								})),
						]}
					/>
				}
				caption="Payments of this statement, those that need a person first"
				columns={columnsOf(wrong)}
				page={page}
				rowKey={row => row.id}
				rowData={row => ({ 'data-entry': row.id, 'data-match': row.match })}
				empty="No payments of this kind"
				href={place => listPath(path, { ...filter, ...place })}
				orders={null}
			/>
		</>
	)
}

function columnsOf(refused: RefusedEntry | undefined): Column<StatementEntry>[] {
	return [
		...lineColumns,
		{ title: 'Proposal', cell: row => <ProposalLabel {...row} /> },
		{
			title: 'Decision',
			cell: row => <EntryActions entry={row} refused={refused?.entry === row.id ? refused : undefined} />,
		},
	]
}
