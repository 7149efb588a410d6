import { data } from 'react-router'
import { z } from 'zod'
import { listPath, parseListQuery } from '~/domain/list'
import { retryEmail } from '~/domain/mail/commands.server'
import { listOutbox, type OutboxEntry } from '~/domain/mail/queries.server'
import { OUTBOX_SEARCHED, OUTBOX_STATUSES, type OutboxStatus } from '~/domain/mail/rules'
import { OutboxFilter } from '~/domain/mail/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button, DialogLink } from '~/ui/button'
import { PageTitle } from '~/ui/layout/page-title'
import { ListFilter, ListTable } from '~/ui/lists/list'
import type { Column } from '~/ui/lists/table'
import { Tabs } from '~/ui/tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/outbox'

const RowForm = z.object({ intent: z.enum(['send-again', 'try-now']), id: z.uuid() })

export const handle = { search: 'Recipient or subject' }

const LIST = '/admin/outbox'

const readFilter = (request: Request) => parseListQuery(OutboxFilter, new URL(request.url).searchParams)
type Query = Partial<Omit<OutboxFilter, 'sort'>> & { sort?: string | undefined }
const getPath = ({ status, ...more }: Query) =>
	listPath(LIST, { status: status === 'waiting' ? null : status, ...more })

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const filter = readFilter(request)
	return { filter, list: await listOutbox(filter) }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = RowForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw data(null, { status: 400 })
	const by = { actorId: admin.id, now: currentCaller().now }
	const { intent, id } = form.data
	throw await redirectWithFlash(getPath(readFilter(request)), await retryEmail(intent, id, by))
}

const titles: Record<OutboxStatus, string> = { waiting: 'Waiting', failed: 'Failed', sent: 'Sent' }
const empty: Record<OutboxStatus, string> = {
	waiting: 'No email is waiting',
	failed: 'No email has failed',
	sent: 'No email has been sent yet',
}

const subject: Column<OutboxEntry> = {
	title: 'Subject',
	cell: mail => (
		<dialog-link>
			<a className="link link-alone wrap-anywhere" href={`${LIST}/${mail.id}`}>
				{mail.subject}
			</a>
		</dialog-link>
	),
}
const recipient: Column<OutboxEntry> = { title: 'To', cell: mail => mail.recipient }
const queued: Column<OutboxEntry> = { title: 'Queued', cell: mail => <Time at={mail.createdAt} short /> }
const attempts: Column<OutboxEntry> = { title: 'Attempts', cell: mail => mail.attempts, figures: true }
const reason: Column<OutboxEntry> = { title: 'Reason', cell: mail => mail.lastError ?? '–' }
const createAction = (intent: string, label: string): Column<OutboxEntry> => ({
	title: 'Action',
	cell: mail => <RowAction mail={mail} intent={intent} label={label} />,
	quiet: true,
})
const columns: Record<OutboxStatus, Column<OutboxEntry>[]> = {
	waiting: [
		subject,
		recipient,
		queued,
		attempts,
		{ title: 'Next attempt', cell: mail => <Time at={mail.nextAttemptAt} short /> },
		reason,
		createAction('try-now', 'Try now'),
	],
	failed: [
		subject,
		recipient,
		{ title: 'Failed', cell: mail => <Time at={mail.failedAt ?? mail.createdAt} short /> },
		attempts,
		reason,
		createAction('send-again', 'Send again'),
	],
	sent: [
		subject,
		recipient,
		queued,
		{ title: 'Sent', cell: mail => <Time at={mail.sentAt ?? 0} short /> },
		attempts,
	],
}

function RowAction({ mail, intent, label }: { mail: OutboxEntry; intent: string; label: string }) {
	if (!mail.hasText) return <span className="text-xs text-muted">Text no longer kept</span>
	return (
		<form method="post">
			<input type="hidden" name="id" value={mail.id} />
			<Button variant="quiet" name="intent" value={intent} aria-label={`${label}: ${mail.subject}`}>
				{label}
			</Button>
		</form>
	)
}

export default function Outbox({ loaderData: { filter, list } }: Route.ComponentProps) {
	const { q, status, sort } = filter
	const title = titles[status].toLowerCase()
	return (
		<>
			<PageTitle
				title={status === 'failed' ? 'Failed emails' : 'Outbox'}
				intro="The emails of the house. One that cannot be delivered is tried again for three days, then it moves to Failed."
				actions={
					<>
						{list.totals.failed > 0 ? (
							<DialogLink variant="secondary" href={`${LIST}/send-failed`}>
								Send all failed again
							</DialogLink>
						) : null}
						<a className="link link-alone text-sm" href="/admin/audit?kind=mail">
							Changes in the audit
						</a>
					</>
				}
			/>
			<ListFilter
				sort={sort}
				hidden={{ status: status === 'waiting' ? undefined : status }}
				showAll={q ? getPath({ status, sort }) : undefined}
			/>
			<ListTable
				wide
				above={
					<Tabs
						label="Emails"
						items={OUTBOX_STATUSES.map(outboxStatus => ({
							title: `${titles[outboxStatus]} (${list.totals[outboxStatus].toLocaleString('en-GB')})`,
							href: getPath({ q, sort, status: outboxStatus }),
							current: outboxStatus === status,
						}))}
					/>
				}
				caption={q ? `Emails that match the search: ${title}` : `Emails: ${title}`}
				columns={columns[status]}
				page={list}
				empty={q ? 'No emails found' : empty[status]}
				href={place => getPath({ ...filter, ...place })}
				sortLabels={status === 'waiting' ? ['Soonest first', 'Latest first'] : undefined}
				partial={`A search looks through the first ${OUTBOX_SEARCHED.toLocaleString('en-GB')} of these emails.`}
			/>
		</>
	)
}
