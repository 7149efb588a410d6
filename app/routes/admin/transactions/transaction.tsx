import { accountLabel } from '~/domain/accounts/own-data/deletion-rules'
import { TEXT } from '~/domain/accounts/rules'
import { showsSandboxedPdf } from '~/domain/files/rules'
import { listMailsOf } from '~/domain/mail/entry.server'
import { addNote } from '~/domain/notes/commands.server'
import { readNotes } from '~/domain/notes/queries.server'
import { NoteForm } from '~/domain/notes/schema'
import { countryName } from '~/domain/orders/contact-rules'
import { type ReviewedOrder, readForReview } from '~/domain/orders/review/queries.server'
import { readSecond } from '~/domain/orders/review/second.server'
import { shownStatus } from '~/domain/orders/rules'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
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
	const second = await readSecond(order, admin.id)
	return {
		order,
		second,
		notes,
		emails,
		showsPdf: showsSandboxedPdf(request.headers.get('user-agent') ?? ''),
	}
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const submission = parseForm(await readForm(request), NoteForm)
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
	const path = `/admin/transactions/${params.id}`
	throw await redirectWithFlash(path, { type: 'success', text: 'The note is added.' })
}

export default function Transaction({ loaderData, actionData }: Route.ComponentProps) {
	const { order, second, notes, emails, showsPdf } = loaderData
	return (
		<>
			<PageTitle
				title="Transaction Details"
				intro={
					<a className="link link-alone" href="/admin/transactions">
						All transactions
					</a>
				}
				actions={
					second.approval ? (
						<Badge status="pending, 1 of 2" look="pending" />
					) : (
						<Badge status={shownStatus(order)} />
					)
				}
			/>
			<ReviewNotices order={order} />
			<SecondNotice rule={second.rule} first={second.approval} />
			<SendBackNotice rule={second.rule} first={second.sendBack} order={order} />
			<div className="grid items-start gap-6 xl:grid-cols-[26.5rem_minmax(0,1fr)]">
				<div className="grid min-w-0 gap-6">
					<MoneySummary order={order} />
					<Ledger order={order} />
					<Decisions order={order} approval={second.approval} />
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
				<NotesCard notes={notes} of="buyer" refused={actionData} />
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
						<a
							className="link inline-flex min-h-11 items-center"
							href={`/admin/transactions/${id}/certificate.pdf`}
						>
							Global Ownership Certificate {papers.code} (PDF)
						</a>
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
