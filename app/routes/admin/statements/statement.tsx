import { data } from 'react-router'
import { z } from 'zod'
import type { Actor } from '~/domain/actor'
import { listPath, parseListQuery } from '~/domain/list'
import { decidedMessage, readWaitingLines } from '~/domain/orders/review/four-eyes.server'
import { bookEntry, confirmExact, dismissEntries } from '~/domain/payments/entries.server'
import { MATCHES } from '~/domain/payments/proposals'
import {
	bookEntryForm,
	dismissEntryForm,
	EntryFilter,
	payable,
	ReopenEntryForm,
} from '~/domain/payments/schema'
import { FORMAT_NAMES } from '~/domain/statements/formats/entry'
import { payableEntries, readEntryPage, readStatementEntries } from '~/domain/statements/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/responses.server'
import { AuditLink } from '~/ui/audit-link'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { PageTitle } from '~/ui/layout/page-title'
import { ListTable } from '~/ui/lists/list'
import { entryColumns } from '~/ui/statements/entry-columns'
import { matchLabel } from '~/ui/statements/line-columns'
import { OpenEntry, type RefusedEntry } from '~/ui/statements/open-entry'
import { StatementSummary } from '~/ui/statements/summary'
import { Tabs } from '~/ui/tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/statement'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const filter = parseListQuery(EntryFilter, new URL(request.url).searchParams)
	const [found, waiting] = await Promise.all([
		readStatementEntries(params.statementId),
		readWaitingLines(admin.id, params.statementId),
	])
	const { statement, entries } = orNotFound(found)
	const exact = payableEntries(entries)
	return {
		filter,
		statement,
		page: await readEntryPage(entries, filter),
		waiting,
		counts: MATCHES.map(match => ({ match, count: entries.filter(entry => entry.match === match).length })),
		/** Lines that are neither booked nor dismissed. */
		open: entries.filter(({ left }) => left > 0),
		totals: {
			lines: entries.length,
			in: entries.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
			out: entries.reduce((sum, { pence }) => sum + Math.max(0, -pence), 0),
		},
		exact: {
			count: exact.length,
			pence: exact.reduce((sum, { left }) => sum + left, 0),
			books: exact.filter(({ match }) => match === 'books').length,
		},
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const command = toCommand(form, { actorId: admin.id, now: Date.now() })
	if ('message' in command) return replyRefused(form, command, 422)
	const outcome = await catchUnexpected(command.run)
	if (!outcome.ok) {
		const { code, status = 409 }: { code: string; status?: number } = outcome
		if (code === 'unknown') throw notFound()
		const isTyped = code === 'amount' || code === 'reference'
		const field = isTyped ? code : command.field
		return replyRefused(form, { field, message: outcome.message }, isTyped ? 422 : status)
	}
	const url = new URL(request.url)
	url.searchParams.delete('open')
	const next = z.uuid().safeParse(form.get('next'))
	const place = next.success ? `#entry-${next.data}` : ''
	const waiting = outcome.isApprovalWaiting ? ' The approval waits for another administrator.' : ''
	const text = decidedMessage(outcome, command.done + waiting)
	throw await redirectWithFlash(url.pathname + url.search + place, text)
}

type Wrong = Pick<RefusedEntry, 'field' | 'message'>

/**
 * Returns the command that a form asks for: `done` is the message afterwards, `field` is where a refusal is shown. Or
 * the error of one of its fields.
 * @throws Response 400 for a form that is not ours.
 */
function toCommand(form: FormData, by: Actor) {
	const sent = {
		...Object.fromEntries(form),
		reference: form.getAll('reference'),
		amount: form.getAll('amount'),
	}
	const [exact] = payable.safeParse(form.get('payable')).data ?? []
	switch (form.get('intent')) {
		case 'book': {
			const booked = { done: 'The payment is booked.', field: 'reference' } as const
			if (exact) return { ...booked, run: () => confirmExact({ ...exact, ...by }) }
			const parsed = bookEntryForm.safeParse(sent)
			if (!parsed.success) return toFieldError(parsed.error)
			const { entry: entryId, ...booking } = parsed.data
			return { ...booked, run: () => bookEntry({ entryId, ...booking, ...by }) }
		}
		case 'dismiss': {
			const parsed = dismissEntryForm.safeParse({ ...sent, entry: form.getAll('entry') })
			if (!parsed.success) return toFieldError(parsed.error)
			const { entry: entryIds, reason } = parsed.data
			const run = () => dismissEntries({ entryIds, reason, ...by })
			const done = entryIds.length > 1 ? 'The payments are dismissed.' : 'The payment is dismissed.'
			return { done, field: 'reason', run } as const
		}
		case 'reopen': {
			const parsed = ReopenEntryForm.safeParse(sent)
			if (!parsed.success) throw badRequest()
			const run = () => dismissEntries({ entryIds: [parsed.data.entry], reason: null, ...by })
			return { done: 'The payment is open again.', field: 'reference', run } as const
		}
		default:
			throw badRequest()
	}
}

function toFieldError(error: z.ZodError): Wrong {
	const [issue] = error.issues
	const field = issue?.path.at(-1)
	if (issue && (field === 'reference' || field === 'amount' || field === 'reason')) {
		return { field, message: issue.message }
	}
	throw badRequest()
}

function replyRefused(form: FormData, wrong: Wrong, status: number) {
	const typed = {
		reference: form.getAll('reference').map(String),
		amount: form.getAll('amount').map(String),
		reason: String(form.get('reason') ?? ''),
	}
	const entry = String(form.get('entry') ?? '')
	return data({ refused: { ...wrong, typed, entry } satisfies RefusedEntry }, { status })
}

export default function BankStatement({ loaderData, actionData }: Route.ComponentProps) {
	const { statement, filter, page, waiting, counts, totals, exact, open } = loaderData
	const path = `/admin/statements/${statement.id}`
	const wrong = actionData?.refused
	const { open: requested, ...limits } = filter
	const opened = wrong?.entry ?? requested
	const undecided = page.rows.filter(row => row.left > 0)
	const at = undecided.findIndex(row => row.id === opened)
	const rows = page.rows.map((row, index) => {
		const isOpen = row === undecided[at]
		const open = isOpen ? undefined : row.id
		return {
			...row,
			isOpen,
			first: waiting.get(row.id),
			next: page.rows[index + 1]?.id,
			shortcut: row === undecided[at - 1] ? 'k' : row === undecided[at + 1] ? 'j' : undefined,
			list: listPath('', limits).slice(1),
			toggle: `${listPath(path, { ...limits, open })}#entry-${row.id}`,
		}
	})
	const place = wrong?.field === 'reason' ? wrong.entry : `${wrong?.entry}-0`
	return (
		<>
			<PageTitle
				back={{ href: '/admin/statements', title: 'Bank statements' }}
				title={statement.name}
				documentTitle="Bank statement"
				intro={
					<>
						{FORMAT_NAMES[statement.format]}, imported <Time at={statement.importedAt} /> by{' '}
						{statement.importedBy}
					</>
				}
				actions={<AuditLink subject={statement.id} />}
			/>
			{wrong ? (
				<ErrorSummary
					items={[{ id: at === -1 ? undefined : `${wrong.field}-${place}`, text: wrong.message }]}
				/>
			) : null}
			<StatementSummary statement={statement} totals={totals} exact={exact} open={open.length} path={path} />
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
			<ListTable
				className="table-lines"
				caption="Payments of this statement, those that need a person first"
				columns={entryColumns}
				page={{ ...page, rows }}
				rowData={row => ({ id: `entry-${row.id}`, 'data-entry': row.id, 'data-match': row.match })}
				below={row => {
					if (!row.isOpen) return null
					const isCounter = ({ pence }: { pence: number }) => row.match === 'look' && pence === -row.pence
					return <OpenEntry entry={row} counter={open.find(isCounter)} refused={wrong} />
				}}
				empty="No payments of this kind"
				href={({ page }) => listPath(path, { ...limits, page })}
				sortLabels={null}
			/>
		</>
	)
}
