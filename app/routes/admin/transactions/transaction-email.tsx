import { data } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { draftMessage, sendOrderMessage, whyNoMessage } from '~/domain/orders/review/message.server'
import { readSubmitted } from '~/domain/orders/review/queries.server'
import { MESSAGE_LENGTH, MessageForm } from '~/domain/orders/review/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm, statusOf } from '~/server/forms/form.server'
import { badRequest, notFound, orNotFound } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button, ButtonLink } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { usePageForm } from '~/ui/forms/carried'
import { DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { TextareaField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/transaction-email'

const TITLE = 'Write to the buyer'

export const meta: Route.MetaFunction = () => [{ title: pageTitle(TITLE) }]

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.id))
	const { to, subject } = draftMessage(order, '')
	return { path: `/admin/transactions/${order.id}`, to, subject, refused: whyNoMessage(order) }
}

export async function action({ request, params }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const order = orNotFound(await readSubmitted(params.id))
	const submission = parseForm(await readForm(request), MessageForm)
	if (submission.status !== 'success') {
		if (submission.reply().error?.['intent']) throw badRequest()
		return formReply(submission)
	}
	const { intent, text } = submission.value
	if (intent === 'edit') return data({ result: submission.reply(), title: undefined })
	const draft = { typed: text, ...draftMessage(order, text) }
	if (intent === 'preview') return data({ draft, refused: undefined })
	const by = { actorId: admin.id, now: currentCaller().now }
	const send = () => sendOrderMessage({ orderId: params.id, text, ...by })
	const outcome = await catchUnexpected(send, { message: TEXT.unexpected })
	if (!outcome.ok) {
		if ('code' in outcome && outcome.code === 'unknown') throw notFound()
		return data({ draft, refused: outcome.message }, { status: statusOf(outcome) })
	}
	const path = `/admin/transactions/${params.id}`
	throw await redirectWithFlash(path, { type: 'success', text: 'The email to the buyer is on its way.' })
}

export default function WriteToBuyer({ loaderData, actionData }: Route.ComponentProps) {
	const { path, to, subject, refused } = loaderData
	if (actionData && 'draft' in actionData) return <Preview path={path} answer={actionData} />
	if (refused) {
		return (
			<DialogPage title={TITLE} backHref={path} narrow>
				<Notice tone="error" title="Nobody can be written to">
					<p>{refused}</p>
				</Notice>
				<div className="actions">
					<ButtonLink href={path}>See the transaction</ButtonLink>
				</div>
			</DialogPage>
		)
	}
	return <Write path={path} to={to} subject={subject} answer={actionData} />
}

type Answer = NonNullable<Route.ComponentProps['actionData']>

const LABELS = { text: 'Email' }

function Write({
	path,
	to,
	subject,
	answer,
}: {
	path: string
	to: string
	subject: string
	answer: Exclude<Answer, { draft: unknown }> | undefined
}) {
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'message',
		lastResult: answer?.result,
		constraint: { text: { required: true } },
	})
	return (
		<DialogPage title={TITLE} backHref={path}>
			<Facts
				items={[
					['To', to],
					['Subject', subject],
				]}
			/>
			<form method="post" id="message" className="form">
				<ErrorSummary form={form} labels={LABELS} title={answer?.title} />
				<TextareaField
					field={fields.text}
					label={LABELS.text}
					help="Without a greeting and a signature: those are added. An empty line begins a paragraph."
					rows={10}
					maxLength={MESSAGE_LENGTH}
				/>
				<div className="actions">
					<close-link>
						<ButtonLink variant="secondary" href={path}>
							Cancel
						</ButtonLink>
					</close-link>
					<Button name="intent" value="preview" busy="Checking...">
						Preview
					</Button>
				</div>
			</form>
		</DialogPage>
	)
}

function Preview({ path, answer }: { path: string; answer: Extract<Answer, { draft: unknown }> }) {
	const { draft, refused } = answer
	return (
		<DialogPage title="Send this email?" backHref={path}>
			{refused ? (
				<Notice tone="error" title="The email was not sent">
					<p>{refused}</p>
				</Notice>
			) : null}
			<Facts
				items={[
					['To', draft.to],
					['Subject', draft.subject],
				]}
			/>
			<p className="text-sm whitespace-pre-wrap wrap-anywhere">{draft.text}</p>
			<form method="post" className="form">
				<input type="hidden" name="text" value={draft.typed} />
				<div className="actions">
					<Button variant="secondary" name="intent" value="edit">
						Change it
					</Button>
					<Button name="intent" value="send" busy="Sending...">
						Send email
					</Button>
				</div>
			</form>
		</DialogPage>
	)
}
