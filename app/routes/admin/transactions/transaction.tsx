import { accountLabel } from '~/domain/accounts/own-data/deletion-rules'
import { TEXT } from '~/domain/accounts/rules'
import { showsSandboxedPdf } from '~/domain/files/rules'
import { listMailsOf } from '~/domain/mail/queries.server'
import { addNote } from '~/domain/notes/commands.server'
import { readNotes } from '~/domain/notes/queries.server'
import { NoteForm } from '~/domain/notes/schema'
import { countryName } from '~/domain/orders/contact-rules'
import { approveOrder } from '~/domain/orders/review/commands.server'
import { type Neighbours as Place, readNeighbours } from '~/domain/orders/review/list.server'
import { type ReviewedOrder, readForReview } from '~/domain/orders/review/queries.server'
import { ApproveForm, orderPath, ReviewFilter, readList, reviewPath } from '~/domain/orders/review/schema'
import { readSecond, WAITS } from '~/domain/orders/review/second.server'
import { shownStatus } from '~/domain/orders/rules'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { answerDecision, badRequest, notFound, orNotFound } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { CertificateLink } from '~/ui/certificates/link'
import { Facts } from '~/ui/facts'
import { pageTitle } from '~/ui/layout/page-meta'
import { PageTitle } from '~/ui/layout/page-title'
import { Money } from '~/ui/money'
import { NotesCard } from '~/ui/notes'
import { OrderCells } from '~/ui/orders/cells'
import { Decisions } from '~/ui/orders/decisions'
import { OrderEmails } from '~/ui/orders/emails'
import { OrderHistory } from '~/ui/orders/history'
import { Ledger } from '~/ui/orders/ledger'
import { OrderLinks } from '~/ui/orders/links'
import { MoneySummary } from '~/ui/orders/money-summary'
import { Receipt } from '~/ui/orders/receipt'
import { ReviewNotices } from '~/ui/orders/review-notices'
import { SecondNotice, SendBackNotice } from '~/ui/orders/second-notice'
import { Time } from '~/ui/time'
import type { Route } from './+types/transaction'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Transaction Details') }]

export async function loader({ request, params }: Route.LoaderArgs) {
	const admin = await requireAdmin(request)
	const [found, notes, emails] = await Promise.all([
		readForReview(params.id),
		readNotes({ type: 'order', id: params.id }),
		listMailsOf(params.id),
	])
	const order = orNotFound(found)
	const list = readList(new URL(request.url))
	const [second, place] = await Promise.all([
		readSecond(order, admin.id),
		list ? readNeighbours(order.id, list) : null,
	])
	return {
		order,
		second,
		notes,
		emails,
		list,
		place,
		showsPdf: showsSandboxedPdf(request.headers.get('user-agent') ?? ''),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = await readForm(request)
	const list = readList(new URL(request.url))
	if (form.get('intent') === 'approve-next') return await approveAndGoOn(form, params.id, admin.id, list)
	const submission = parseForm(form, NoteForm)
	if (submission.status !== 'success') {
		if (submission.reply().error?.['intent']) throw badRequest()
		return formReply(submission)
	}
	const by = { actorId: admin.id, now: currentCaller().now }
	const add = () => addNote({ type: 'order', id: params.id }, submission.value.note, by)
	const outcome = await catchUnexpected(add, { message: TEXT.unexpected })
	if (!outcome.ok) {
		if ('code' in outcome && outcome.code === 'unknown') throw notFound()
		return formReply(submission, outcome)
	}
	const path = orderPath(params.id, list)
	throw await redirectWithFlash(path, { type: 'success', text: 'The note is added.' })
}

const TO_REVIEW = ReviewFilter.parse({ status: 'pending' })

/* Approves, and opens the next order of the list; without a list, of those to review. */
async function approveAndGoOn(
	form: FormData,
	orderId: string,
	actorId: string,
	asked: ReviewFilter | undefined,
) {
	const list = asked ?? TO_REVIEW
	const parsed = ApproveForm.safeParse({ ...Object.fromEntries(form), intent: 'approve' })
	if (!parsed.success) throw badRequest()
	const { version, reason = '' } = parsed.data
	const { next } = await readNeighbours(orderId, list)
	const decision = { orderId, version, reason, actorId, now: currentCaller().now }
	const outcome = await catchUnexpected(() => approveOrder(decision), { message: TEXT.unexpected })
	const path = next ? orderPath(next, list) : reviewPath(list)
	const said = outcome.ok && outcome.waits ? WAITS : 'Payment status updated successfully'
	return await answerDecision(
		outcome,
		path,
		next ? said : `${said.replace(/\.$/, '')}. It was the last one of the list.`,
		reason,
	)
}

export default function Transaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, second, notes, emails, list, place, showsPdf } = loaderData
	const refused = actionData && 'refused' in actionData ? actionData : undefined
	const refusedNote = actionData && 'result' in actionData ? actionData : undefined
	return (
		<>
			<PageTitle
				title="Transaction Details"
				intro={
					<a className="link link-alone" href={reviewPath(list ?? {})}>
						{list ? 'Back to the list' : 'All transactions'}
					</a>
				}
				actions={
					<>
						{second.approval ? (
							<Badge status="pending, 1 of 2" look="pending" />
						) : (
							<Badge status={shownStatus(order)} />
						)}
						{list && place ? <Neighbours list={list} place={place} /> : null}
					</>
				}
			/>
			<ReviewNotices order={order} />
			<SecondNotice rule={second.rule} first={second.approval} />
			<SendBackNotice rule={second.rule} first={second.sendBack} order={order} />
			<div className="grid items-start gap-6 xl:grid-cols-[26.5rem_minmax(0,1fr)]">
				<div className="grid min-w-0 gap-6">
					<MoneySummary order={order} />
					<Ledger order={order} />
					<Decisions order={order} approval={second.approval} list={list} refused={refused} />
					<div className="grid items-start gap-6 lg:grid-cols-2">
						<Payment order={order} />
						<div className="grid min-w-0 gap-6">
							<BankDetails order={order} />
							<Papers order={order} />
							<Card title="Pixel Details" flush>
								<OrderCells cells={order.cells} />
							</Card>
						</div>
					</div>
				</div>
				<div className="grid min-w-0 gap-6 xl:sticky xl:order-first xl:top-17">
					<Card title="Payment Receipt">
						<Receipt
							file={order.paymentReceipt}
							label="Payment receipt"
							none="No receipt uploaded"
							showsPdf={showsPdf}
						/>
					</Card>
					<Card title="SWIFT Receipt">
						<Receipt
							file={order.swiftReceipt}
							label="SWIFT receipt"
							none="No SWIFT receipt uploaded"
							showsPdf={showsPdf}
						/>
					</Card>
				</div>
			</div>
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<NotesCard notes={notes} of="buyer" refused={refusedNote} />
				<OrderEmails order={order} emails={emails} />
			</div>
			<div className="grid gap-6 lg:grid-cols-2">
				<Card title="History" aside={<AuditLink subject={order.id} />}>
					<OrderHistory entries={order.history} />
				</Card>
				<Card title="Other orders of this buyer">
					<OrderLinks orders={order.otherOrders} empty="This buyer has no other orders." />
				</Card>
			</div>
		</>
	)
}

/* The ways to the orders before and after this one in the list that it was opened from. */
function Neighbours({ list, place }: { list: ReviewFilter; place: Place }) {
	const { number, total, previous, next } = place
	return (
		<nav aria-label="Orders of the list" className="flex flex-wrap items-center gap-x-2 text-sm">
			{previous ? (
				<a className="btn btn-quiet" rel="prev" href={orderPath(previous, list)}>
					Previous
				</a>
			) : null}{' '}
			{number === null ? null : (
				<span className="figures whitespace-nowrap text-muted">
					{number.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')}
				</span>
			)}{' '}
			{next ? (
				<a className="btn btn-quiet" rel="next" href={orderPath(next, list)}>
					Next
				</a>
			) : null}
		</nav>
	)
}

function Papers({ order: { id, papers } }: { order: ReviewedOrder }) {
	if (!papers) return null
	return (
		<Card title="Documents">
			<ul className="grid">
				{papers.receipt ? (
					<li>
						<a
							className="link inline-flex min-h-11 items-center"
							href={`/admin/transactions/${id}/receipt.pdf`}
						>
							Receipt No. {papers.receipt.number} (PDF)
						</a>
					</li>
				) : null}
				{papers.code ? (
					<li>
						<CertificateLink code={papers.code} href={`/admin/transactions/${id}/certificate.pdf`} />
					</li>
				) : null}
			</ul>
		</Card>
	)
}

function Payment({ order }: { order: ReviewedOrder }) {
	const { discountPence } = order
	return (
		<Card title="Payment">
			<Facts
				items={[
					['Transaction ID', order.paymentId ?? 'None: nothing was to be paid'],
					['Order ID', order.reference],
					['Internal number', order.id],
					['Name', order.name],
					['Email', order.email],
					['Contact number', order.contactNo],
					['Account', accountLabel(order)],
					['Amount', <Money key="amount" pence={order.totalPence} words />],
					['Date', <Time key="date" at={order.submittedAt} />],
					['Coupon Code', order.couponCode ?? 'No coupon applied'],
					[
						'Discount Amount',
						discountPence > 0 ? <Money key="discount" pence={discountPence} /> : 'No discount',
					],
				]}
			/>
		</Card>
	)
}

/* For an order over nothing. */
const NOT_ASKED = 'Not asked for'

function BankDetails({ order: { bankName, bankAccountNo, country } }: { order: ReviewedOrder }) {
	return (
		<Card title="Bank Details">
			<Facts
				items={[
					['Bank name', bankName ?? NOT_ASKED],
					['Account number', bankAccountNo ?? NOT_ASKED],
					['Country', countryName(country)],
				]}
			/>
		</Card>
	)
}
