import type { z } from 'zod'
import type { Actor } from '~/domain/actor'
import { WORKLISTS } from '~/domain/dashboard/worklists'
import { canShowPdf } from '~/domain/files/rules'
import { readSurroundings } from '~/domain/grid/surroundings.server'
import { listOrderEmails } from '~/domain/mail/queries.server'
import { addNote } from '~/domain/notes/commands.server'
import { readNotes } from '~/domain/notes/queries.server'
import { NoteForm } from '~/domain/notes/schema'
import { approveOrder, sendOrderMessage, whyNoMessage } from '~/domain/orders/review/commands.server'
import { decidedMessage, readConfirmation } from '~/domain/orders/review/four-eyes.server'
import { type Neighbours as Place, readNeighbours } from '~/domain/orders/review/list.server'
import { decisionMessage, readForReview } from '~/domain/orders/review/queries.server'
import {
	ApproveForm,
	MessageForm,
	orderPath,
	ReviewFilter,
	readList,
	reviewPath,
} from '~/domain/orders/review/schema'
import { REVIEW_FAILED, shownStatus } from '~/domain/orders/rules'
import { bookEntry } from '~/domain/payments/entries.server'
import { bookEntryForm } from '~/domain/payments/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { DECISION, type formReply, readForm, submitForm } from '~/server/forms/form.server'
import { badRequest, orNotFound } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/icon'
import { PageTitle } from '~/ui/layout/page-title'
import { NotesCard } from '~/ui/notes'
import { Notice } from '~/ui/notice'
import { DecideBar } from '~/ui/orders/decide-bar'
import { Ledger } from '~/ui/orders/ledger'
import { MoneyMark, MoneySummary } from '~/ui/orders/money-summary'
import { ReviewNotices, SecondAdministratorNotice, SendBackNotice } from '~/ui/orders/notices'
import { Receipts } from '~/ui/orders/receipt'
import { OrderRecord } from '~/ui/orders/record'
import { OrderBank, OrderBuyer, OrderPapers, OrderPixels } from '~/ui/orders/review-facts'
import { WriteToBuyer } from '~/ui/orders/write-buyer'
import { Time } from '~/ui/time'
import type { Route } from './+types/transaction'

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const [found, notes, emails] = await Promise.all([
		readForReview(params.orderId),
		readNotes({ type: 'order', id: params.orderId }),
		listOrderEmails(params.orderId),
	])
	const order = orNotFound(found)
	const list = readList(new URL(request.url))
	const cells = order.cells.map(({ cell }) => cell)
	const [second, place, onGrid] = await Promise.all([
		readConfirmation(order, admin.id),
		list ? readNeighbours(order.id, list) : null,
		readSurroundings(cells, admin.id, Date.now()),
	])
	const why = whyNoMessage(order)
	const showsPdf = canShowPdf(request.headers.get('user-agent') ?? '')
	return { order, second, notes, emails, list, place, onGrid, why, showsPdf }
}

export async function action({ request, params: { orderId: id } }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const list = readList(new URL(request.url))
	const by = { actorId: admin.id, now: currentCaller().now }
	switch (form.get('intent')) {
		case 'approve-next':
			return await approveAndGoOn(form, id, by, list)
		case 'book':
			return await bookLine(form, id, by, list)
		case 'add-note': {
			const sent = await submitForm(form, NoteForm, ({ note }) => addNote({ type: 'order', id }, note, by))
			return await reply(sent, orderPath(id, list), 'The note is added.')
		}
		case 'write-buyer': {
			const sent = await submitForm(form, MessageForm, ({ message: text }) =>
				sendOrderMessage({ orderId: id, text, ...by }),
			)
			return await reply(sent, orderPath(id, list), 'The email to the buyer is on its way.')
		}
		default:
			throw badRequest()
	}
}

type Sent =
	| { ok: true; outcome: { ok: true; isWaiting?: true } }
	| { ok: false; code: string | undefined; reply: ReturnType<typeof formReply> }

async function reply(sent: Sent, path: string, done: string, complete = (text: string) => text) {
	if (sent.ok) throw await redirectWithFlash(path, complete(decidedMessage(sent.outcome, done)))
	return sent.reply
}

const TO_REVIEW = ReviewFilter.parse({ status: 'pending' })

/* Approves, and opens the next order of the list, by default of the pending orders; after the last one the list. */
async function approveAndGoOn(form: FormData, orderId: string, by: Actor, list = TO_REVIEW) {
	const { next } = await readNeighbours(orderId, list)
	const path = next ? orderPath(next, list) : reviewPath(list)
	const complete = (text: string) =>
		next ? text : `${text.replace(/\.$/, '')}. No order follows it in the list.`
	const approve = ({ version, reason = '' }: z.output<typeof ApproveForm>) =>
		approveOrder({ orderId, version, reason, ...by })
	const sent = await submitForm(form, ApproveForm, approve, { title: REVIEW_FAILED.decide, ...DECISION })
	const done = sent.ok ? await decisionMessage(orderId) : ''
	return await reply(sent, path, done, complete)
}

/* Books a line of a bank statement that quotes the order. */
async function bookLine(form: FormData, id: string, by: Actor, list: ReviewFilter | undefined) {
	form.delete('amount')
	const book = ({ entry: entryId, left, parts }: z.output<typeof bookEntryForm>) =>
		bookEntry({ entryId, left, parts, ...by })
	const sent = await submitForm(form, bookEntryForm, book, { title: REVIEW_FAILED.book, ...DECISION })
	return await reply(sent, orderPath(id, list), 'The payment is booked.')
}

export default function Transaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, second, notes, emails, list, place, onGrid, why, showsPdf } = loaderData
	const { intent, reason } = actionData?.result.initialValue ?? {}
	const isMessage = intent === 'write-buyer'
	const [problem] = (intent !== 'add-note' && !isMessage && actionData?.result.error?.['']) || []
	const back = reviewPath(list ?? {})
	const worklist = WORKLISTS.find(({ href }) => href === back)
	const [note] = notes
	return (
		<>
			<PageTitle
				back={{ href: back, title: worklist?.title ?? (list ? 'Back to the list' : 'All transactions') }}
				prefix="Transaction Details"
				title={order.reference}
				intro={
					<span className="flex flex-wrap items-center gap-x-3">
						{second.approval ? (
							<Badge status="pending, 1 of 2" variant="pending" />
						) : (
							<Badge status={shownStatus(order)} />
						)}{' '}
						<MoneyMark order={order} /> <span className="text-fg">{order.name}</span>
					</span>
				}
				actions={list && place ? <Neighbours list={list} place={place} /> : null}
			/>
			{problem ? (
				<Notice tone="error" title={actionData?.title}>
					<p>{problem}</p>
				</Notice>
			) : null}
			<ReviewNotices order={order} />
			<SecondAdministratorNotice rule={second.rule} first={second.approval} />
			<SendBackNotice rule={second.rule} first={second.sendBack} order={order} />
			<div className="review">
				<div className="[grid-area:money]">
					<MoneySummary order={order} />
					{note ? (
						<p className="notice tone-info">
							<span>
								<b>
									Note, {note.author}, <Time at={note.createdAt} short />:
								</b>{' '}
								<span className="whitespace-pre-line">{note.text}</span>
							</span>
						</p>
					) : null}
					<Ledger order={order} list={list} />
				</div>
				<div className="[grid-area:receipts]">
					<Receipts order={order} showsPdf={showsPdf} />
					<OrderPixels order={order} place={onGrid} />
				</div>
				<div className="[grid-area:rest] md:grid-cols-2">
					<div>
						<OrderBuyer order={order} />
						<OrderPapers order={order} />
					</div>
					<div>
						<OrderBank order={order} />
						<NotesCard notes={notes} of="buyer" refused={intent === 'add-note' ? actionData : undefined}>
							<WriteToBuyer order={order} why={why} refused={isMessage ? actionData : undefined} />
						</NotesCard>
					</div>
					<div className="md:col-span-2">
						<OrderRecord orderId={order.id} entries={order.history} emails={emails} />
					</div>
				</div>
			</div>
			<DecideBar
				order={order}
				approval={second.approval}
				list={list}
				typed={typeof reason === 'string' ? reason : undefined}
			/>
		</>
	)
}

/* Links to the orders before and after this one in the list that it was opened from. */
function Neighbours({ list, place }: { list: ReviewFilter; place: Place }) {
	const { number, total, previous, next } = place
	return (
		<nav aria-label="Orders of the list" className="flex flex-wrap items-center gap-x-2">
			{previous ? (
				<a className="btn btn-quiet" rel="prev" href={orderPath(previous, list)} aria-keyshortcuts="k">
					<Icon name="back" size={16} /> Previous
				</a>
			) : null}{' '}
			{number === null ? null : (
				<span className="figures text-xs whitespace-nowrap text-muted">
					{number.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
				</span>
			)}{' '}
			{next ? (
				<a className="btn btn-quiet" rel="next" href={orderPath(next, list)} aria-keyshortcuts="j">
					Next <Icon name="forward" size={16} />
				</a>
			) : null}
		</nav>
	)
}
