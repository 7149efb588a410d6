import { data } from 'react-router'
import type { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { listPath, readAsked } from '~/domain/list'
import { assignEntry, type EntryResult, keepEntry, returnEntry } from '~/domain/statements/decide.server'
import { FORMAT_NAMES } from '~/domain/statements/entry'
import {
	approvedAndGone,
	isOpen,
	pageOfEntries,
	payableOrders,
	readStatementEntries,
} from '~/domain/statements/queries.server'
import { MATCHES } from '~/domain/statements/rules'
import { AssignEntryForm, EntryFilter, KeepEntryForm, returnEntryForm } from '~/domain/statements/schema'
import { londonDay } from '~/domain/time'
import { badRequest, found, notFound } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { orRefusal, readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { AuditLink } from '~/ui/audit-link'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ListTable } from '~/ui/list'
import { Notice } from '~/ui/notice'
import { OrderLinks } from '~/ui/orders/links'
import { pageTitle } from '~/ui/page-meta'
import { PageTitle } from '~/ui/page-title'
import type { RefusedEntry } from '~/ui/statements/entry-actions'
import { entryColumns } from '~/ui/statements/entry-columns'
import { matchLabel } from '~/ui/statements/match'
import { Tabs } from '~/ui/tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/statement'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Bank statement') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readAsked(EntryFilter, new URL(request.url).searchParams)
	const read = found(await readStatementEntries(params.statementId))
	const open = read.entries.filter(isOpen)
	return {
		filter,
		statement: read.statement,
		page: await pageOfEntries(read.entries, filter),
		all: read.entries.length,
		kinds: MATCHES.map(match => ({ match, count: open.filter(entry => entry.match === match).length })),
		payable: payableOrders(read).length,
		takenBack: approvedAndGone(read.entries),
		today: londonDay(Date.now()),
	}
}

const UNEXPECTED = { message: TEXT.unexpected }

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const now = Date.now()
	const form = Object.fromEntries(await readForm(request))
	const by = { statementId: params.statementId, actorId: admin.id, now }
	if (form['intent'] === 'return') {
		const parsed = returnEntryForm(now).safeParse(form)
		if (!parsed.success) return refused(form, fieldOf(parsed.error), 422)
		const { entry: entryId, version, returned_on: on, bank_reference: bankReference } = parsed.data
		const outcome = await orRefusal(
			() => returnEntry({ ...by, entryId, version, on, bankReference }),
			UNEXPECTED,
		)
		return await answer(
			outcome,
			form,
			'returned_on',
			'It is on record that the money was sent back.',
			request,
		)
	}
	if (form['intent'] === 'keep') {
		const parsed = KeepEntryForm.safeParse(form)
		if (!parsed.success) throw badRequest()
		const { entry: entryId, version } = parsed.data
		const outcome = await orRefusal(() => keepEntry({ ...by, entryId, version }), UNEXPECTED)
		return await answer(outcome, form, 'reference', 'The payment counts again.', request)
	}
	const parsed = AssignEntryForm.safeParse(form)
	if (!parsed.success) return refused(form, fieldOf(parsed.error), 422)
	const { entry: entryId, version, reference } = parsed.data
	const outcome = await orRefusal(() => assignEntry({ ...by, entryId, version, reference }), UNEXPECTED)
	return await answer(outcome, form, 'reference', 'The payment is assigned.', request)
}

type Sent = Record<string, FormDataEntryValue>
type Wrong = Pick<RefusedEntry, 'field' | 'message'>

/** What is wrong with a field that a person fills in. @throws Response 400 when it is anything else. */
function fieldOf(error: z.ZodError): Wrong {
	const [issue] = error.issues
	const field = issue?.path[0]
	if (issue && (field === 'reference' || field === 'returned_on' || field === 'bank_reference')) {
		return { field, message: issue.message }
	}
	throw badRequest()
}

function refused(form: Sent, wrong: Wrong, status: number) {
	const typed = Object.fromEntries(
		Object.entries(form).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
	)
	return data(
		{ refused: { ...wrong, typed, entry: typed['entry'] ?? '' } satisfies RefusedEntry },
		{ status },
	)
}

async function answer(
	outcome: EntryResult | { ok: false; status?: number; message: string },
	form: Sent,
	field: Wrong['field'],
	text: string,
	request: Request,
) {
	if (outcome.ok) {
		const { pathname, search } = new URL(request.url)
		return await redirectWithFlash(pathname + search, { type: 'success', text })
	}
	const wrong = { field, message: outcome.message }
	if (!('code' in outcome)) return refused(form, wrong, outcome.status ?? 500)
	if (outcome.code === 'unknown') throw notFound()
	return refused(form, wrong, outcome.code === 'reference' ? 422 : 409)
}

export default function BankStatement({ loaderData, actionData }: Route.ComponentProps) {
	const { statement, filter, page, all, kinds, payable, takenBack, today } = loaderData
	const path = `/admin/statements/${statement.id}`
	const wrong = actionData?.refused
	// A payment that was sent back has no field to lead to.
	const hasField = page.rows.some(row => row.id === wrong?.entry && !row.returned)
	return (
		<>
			<PageTitle
				title={statement.name}
				intro={
					<>
						{FORMAT_NAMES[statement.format]}, imported <Time at={statement.importedAt} />.{' '}
						<a className="link" href="/admin/statements">
							All statements
						</a>
					</>
				}
				actions={
					payable > 0 ? (
						<ButtonLink variant="primary" href={`${path}/approve`}>
							Approve {payable.toLocaleString('en-GB')} exact {payable === 1 ? 'payment' : 'payments'}
						</ButtonLink>
					) : null
				}
			/>
			{wrong ? (
				<ErrorSummary
					items={[{ id: hasField ? `${wrong.field}-${wrong.entry}` : undefined, text: wrong.message }]}
				/>
			) : null}
			{takenBack.length > 0 ? (
				<Notice tone="error" title="Money of orders that are approved was taken back">
					<p>They stay approved until you decide:</p>
					<OrderLinks orders={takenBack.map(({ buyer: name, ...order }) => ({ ...order, name }))} empty="" />
				</Notice>
			) : null}
			<ListTable
				wide
				title="Payments"
				aside={<AuditLink subject={statement.id} />}
				above={
					<Tabs
						label="Payments by what they mean"
						items={[
							{ title: `All (${all})`, href: path, current: filter.match === null },
							...kinds
								.filter(({ match, count }) => count > 0 || match === filter.match)
								.map(({ match, count }) => ({
									title: `${matchLabel(match)} (${count})`,
									href: listPath(path, { match }),
									current: filter.match === match,
								})),
						]}
					/>
				}
				caption="Payments of this statement"
				columns={entryColumns(wrong, today)}
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
