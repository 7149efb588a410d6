import { data } from 'react-router'
import { z } from 'zod'
import { brand } from '~/domain/brand'
import { sendMailAgain } from '~/domain/mail/commands.server'
import { listOutbox, type OutboxEntry } from '~/domain/mail/queries.server'
import { OUTBOX_PAGE_SIZE, OUTBOX_STATES, type OutboxState } from '~/domain/mail/rules'
import { redirectWithFlash } from '~/server/flash.server'
import { readForm } from '~/server/form.server'
import { requireAdmin } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageTitle } from '~/ui/page-title'
import { Pagination } from '~/ui/pagination'
import { type Column, keptColumns, Table } from '~/ui/table'
import { Tabs } from '~/ui/tabs'
import { Time } from '~/ui/time'
import type { Route } from './+types/outbox'

const Place = z.object({
	state: z.enum(OUTBOX_STATES).catch('waiting'),
	page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
const SendAgain = z.object({ intent: z.literal('send-again'), id: z.uuid() })

export const meta: Route.MetaFunction = () => [{ title: `Outbox · ${brand.name}` }]

const placeOf = (request: Request) => Place.parse(Object.fromEntries(new URL(request.url).searchParams))
const address = (state: OutboxState, page = 1) => `/admin/outbox?state=${state}&page=${page}`

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	const { state, page } = placeOf(request)
	return { state, ...(await listOutbox(state, page)) }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = SendAgain.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw data(null, { status: 400 })
	const outcome = await sendMailAgain(form.data.id, { actorId: admin.id, now: asking().now })
	const { state, page } = placeOf(request)
	throw await redirectWithFlash(
		address(state, page),
		outcome.ok
			? { type: 'success', text: 'The mail is on its way again.' }
			: { type: 'error', text: outcome.message },
	)
}

const titles: Record<OutboxState, string> = { waiting: 'Waiting', failed: 'Failed', sent: 'Sent' }
const empty: Record<OutboxState, string> = {
	waiting: 'No mail is waiting',
	failed: 'No mail has failed',
	sent: 'No mail has been sent yet',
}

const subject: Column<OutboxEntry> = { title: 'Subject', cell: mail => mail.subject }
const recipient: Column<OutboxEntry> = { title: 'To', cell: mail => mail.recipient }
const written: Column<OutboxEntry> = { title: 'Written', cell: mail => <Time at={mail.createdAt} /> }
const tries: Column<OutboxEntry> = { title: 'Tries', cell: mail => mail.attempts, figures: true }
const reason: Column<OutboxEntry> = { title: 'Reason', cell: mail => mail.lastError ?? '–' }
const columns: Record<OutboxState, Column<OutboxEntry>[]> = {
	waiting: keptColumns([
		subject,
		recipient,
		written,
		tries,
		{ title: 'Next try', cell: mail => <Time at={mail.nextAttemptAt} /> },
		reason,
	]),
	failed: keptColumns([
		subject,
		recipient,
		{ title: 'Given up', cell: mail => <Time at={mail.failedAt ?? mail.createdAt} /> },
		tries,
		reason,
		{ title: 'Action', cell: mail => <Again mail={mail} />, quiet: true },
	]),
	sent: keptColumns([
		subject,
		recipient,
		written,
		{ title: 'Sent', cell: mail => <Time at={mail.sentAt ?? 0} /> },
		tries,
	]),
}

function Again({ mail }: { mail: OutboxEntry }) {
	if (!mail.hasText) return <span className="text-xs text-muted">Its text is no longer kept</span>
	return (
		<form method="post">
			<input type="hidden" name="id" value={mail.id} />
			<Button variant="quiet" name="intent" value="send-again" aria-label={`Send again: ${mail.subject}`}>
				Send again
			</Button>
		</form>
	)
}

export default function Outbox({ loaderData: { state, page, entries, totals } }: Route.ComponentProps) {
	const total = totals[state]
	const from = (page - 1) * OUTBOX_PAGE_SIZE
	return (
		<>
			<PageTitle
				title="Outbox"
				intro="The emails of the house. One that cannot be delivered is tried again for three days, then it stands under Failed."
				actions={
					<a className="link link-alone text-sm" href="/admin/audit?kind=mail">
						Sent again, in the audit
					</a>
				}
			/>
			<Card flush>
				<div className="px-4 pt-2">
					<Tabs
						label="Mails"
						items={OUTBOX_STATES.map(one => ({
							title: `${titles[one]} (${totals[one].toLocaleString('en-GB')})`,
							href: address(one),
							current: one === state,
						}))}
					/>
				</div>
				<Table
					wide
					caption={`Mails: ${titles[state].toLowerCase()}`}
					columns={columns[state]}
					rows={entries}
					rowKey={mail => mail.id}
					empty={empty[state]}
				/>
				<Pagination
					page={page}
					pageCount={Math.ceil(total / OUTBOX_PAGE_SIZE)}
					href={one => address(state, one)}
					results={entries.length > 0 ? { from: from + 1, to: from + entries.length, total } : undefined}
				/>
			</Card>
		</>
	)
}
