import { data } from 'react-router'
import { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { listPath, readAsked } from '~/domain/list'
import { formatPounds } from '~/domain/money'
import { AWAITS_SECOND } from '~/domain/orders/review/four-eyes.server'
import { bookEntry, dismissEntries } from '~/domain/payments/entries.server'
import { MATCHES } from '~/domain/payments/proposals'
import { bookEntryForm, dismissEntryForm, EntryFilter, ReopenEntryForm } from '~/domain/payments/schema'
import { FORMAT_NAMES } from '~/domain/statements/formats/entry'
import {
	payableEntries,
	readEntryPage,
	readStatementEntries,
	type StatementEntry,
} from '~/domain/statements/queries.server'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/answers.server'
import { AuditLink } from '~/ui/audit-link'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Money } from '~/ui/money'
import { EntryActions, EntryOrders, OpenEntry, type RefusedEntry } from '~/ui/statements/entry-actions'
import { lineColumns } from '~/ui/statements/line-columns'
import { MatchBadge, matchLabel } from '~/ui/statements/match'
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
		page: await readEntryPage(entries, filter),
		counts: MATCHES.map(match => ({ match, count: entries.filter(entry => entry.match === match).length })),
		/** Lines by which the amount of another goes the other way. */
		open: entries.filter(({ left }) => left > 0),
		totals: {
			lines: entries.length,
			in: sumOf(entries.filter(({ pence }) => pence > 0)),
			out: -sumOf(entries.filter(({ pence }) => pence < 0)),
		},
		payable: {
			count: payable.length,
			pence: payable.reduce((sum, { left }) => sum + left, 0),
			books: payable.filter(({ match }) => match === 'books').length,
		},
	}
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const command = commandOf(form, { actorId: admin.id, now: Date.now() })
	if ('field' in command) return refused(form, command, 422)
	const outcome = await catchUnexpected(command.run, { message: TEXT.unexpected })
	if (!outcome.ok) {
		const code = 'code' in outcome ? outcome.code : undefined
		if (code === 'unknown') throw notFound()
		const field = code === 'amount' ? 'amount' : form.get('intent') === 'dismiss' ? 'reason' : 'reference'
		const status = code === 'amount' || code === 'reference' ? 422 : code ? 409 : 500
		const failed = 'status' in outcome ? outcome.status : undefined
		return refused(form, { field, message: outcome.message }, failed ?? status)
	}
	const url = new URL(request.url)
	url.searchParams.delete('open')
	const next = z.uuid().safeParse(form.get('next'))
	const place = next.success ? `#entry-${next.data}` : ''
	const text = outcome.waits
		? AWAITS_SECOND
		: outcome.isApprovalWaiting
			? `${command.said} The approval waits for another administrator.`
			: command.said
	return await redirectWithFlash(url.pathname + url.search + place, { type: 'success', text })
}

type Wrong = Pick<RefusedEntry, 'field' | 'message'>

/** What a form asks for, or what is wrong with a field of it. @throws Response 400 for no form of ours. */
function commandOf(form: FormData, by: { actorId: string; now: number }) {
	const sent = {
		...Object.fromEntries(form),
		reference: form.getAll('reference'),
		amount: form.getAll('amount'),
	}
	switch (form.get('intent')) {
		case 'book': {
			const parsed = bookEntryForm.safeParse(sent)
			if (!parsed.success) return fieldOf(parsed.error)
			const { entry: entryId, ...booking } = parsed.data
			return { said: 'The payment is booked.', run: () => bookEntry({ entryId, ...booking, ...by }) }
		}
		case 'dismiss': {
			const parsed = dismissEntryForm.safeParse({ ...sent, entry: form.getAll('entry') })
			if (!parsed.success) return fieldOf(parsed.error)
			const { entry: entryIds, reason } = parsed.data
			return { said: 'The payment is dismissed.', run: () => dismissEntries({ entryIds, reason, ...by }) }
		}
		case 'reopen': {
			const parsed = ReopenEntryForm.safeParse(sent)
			if (!parsed.success) throw badRequest()
			const reopening = { entryIds: [parsed.data.entry], reason: null, ...by }
			return { said: 'The payment is open again.', run: () => dismissEntries(reopening) }
		}
		default:
			throw badRequest()
	}
}

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

export default function BankStatement({ loaderData, actionData }: Route.ComponentProps) {
	const { statement, filter, page, counts, totals, payable, open } = loaderData
	const path = `/admin/statements/${statement.id}`
	const wrong = actionData?.refused
	const isShown = page.rows.some(row => row.id === wrong?.entry && row.left > 0)
	const place = wrong?.field === 'reason' ? wrong.entry : `${wrong?.entry}-0`
	const { open: asked, ...limits } = filter
	const opened = wrong?.entry ?? asked
	const undecided = page.rows.filter(row => row.left > 0)
	const at = undecided.findIndex(row => row.id === opened)
	const around = [undecided[at - 1], undecided[at + 1]]
	const shown: Shown = {
		isOpen: row => row.id === opened && row.left > 0,
		nextOf: row => page.rows[page.rows.indexOf(row) + 1]?.id,
		keyOf: row => (row === around[0] ? 'k' : row === around[1] ? 'j' : undefined),
		list: listPath('', limits).slice(1),
		address: id => `${listPath(path, { ...limits, open: id })}#entry-${id ?? opened}`,
	}
	return (
		<>
			<PageTitle
				back={{ href: '/admin/statements', title: 'Bank statements' }}
				title={statement.name}
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
					items={[{ id: isShown ? `${wrong.field}-${place}` : undefined, text: wrong.message }]}
				/>
			) : null}
			<section className="statement-sum" aria-label="What this statement comes to">
				<div>
					<p className="font-serif text-lg">
						{payable.count.toLocaleString('en-GB')} exact {payable.count === 1 ? 'payment' : 'payments'},{' '}
						<Money pence={payable.pence} />
					</p>
					<p className="help flex flex-wrap gap-x-6">
						{payable.count > 0 ? (
							<>
								<span>Book and approve {(payable.count - payable.books).toLocaleString('en-GB')}</span>{' '}
								<span>Book only {payable.books.toLocaleString('en-GB')}</span>{' '}
							</>
						) : null}
						<span>Lines {totals.lines.toLocaleString('en-GB')}</span>{' '}
						<span>In {formatPounds(totals.in)}</span> <span>Out {formatPounds(totals.out)}</span>{' '}
						{statement.openingPence !== null && statement.closingPence !== null ? (
							<span>
								Opening balance {formatPounds(statement.openingPence)}, closing balance{' '}
								{formatPounds(statement.closingPence)}: the file adds up
							</span>
						) : null}
					</p>
				</div>
				{payable.count > 0 ? (
					<ButtonLink variant="primary" href={`${path}/approve`}>
						Confirm all {payable.count.toLocaleString('en-GB')} exact
					</ButtonLink>
				) : null}
			</section>
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
				look="table-lines"
				caption="Payments of this statement, those that need a person first"
				columns={columnsOf(shown)}
				page={page}
				rowKey={row => row.id}
				rowData={row => ({ id: `entry-${row.id}`, 'data-entry': row.id, 'data-match': row.match })}
				below={row =>
					shown.isOpen(row) ? (
						<OpenEntry
							entry={row}
							next={shown.nextOf(row)}
							counter={row.match === 'look' ? open.find(({ pence }) => pence === -row.pence) : undefined}
							refused={wrong}
						/>
					) : null
				}
				empty="No payments of this kind"
				href={({ page }) => listPath(path, { ...limits, page })}
				orders={null}
			/>
		</>
	)
}

type Shown = {
	isOpen: (row: StatementEntry) => boolean
	/** The line after one, where somebody goes on. */
	nextOf: (row: StatementEntry) => string | undefined
	/** The key that opens a line: `j` the next one to decide, `k` the one before. */
	keyOf: (row: StatementEntry) => string | undefined
	/** The query of this page of the list. */
	list: string
	/** The address at which a line is open, or none. */
	address: (id: string | undefined) => string
}

function columnsOf({ isOpen, nextOf, keyOf, list, address }: Shown): Column<StatementEntry>[] {
	return [
		...lineColumns,
		{ title: 'Proposal', className: '[grid-area:match]', cell: row => <MatchBadge match={row.match} /> },
		{
			title: 'For',
			className: 'one-line [grid-area:orders]',
			cell: row => <EntryOrders entry={row} isOpen={isOpen(row)} />,
		},
		{
			title: 'Decision',
			className: '[grid-area:actions]',
			figures: true,
			cell: row => (
				<EntryActions
					entry={row}
					next={nextOf(row)}
					isOpen={isOpen(row)}
					shortcut={keyOf(row)}
					list={list}
					open={address(isOpen(row) ? undefined : row.id)}
				/>
			),
		},
	]
}
