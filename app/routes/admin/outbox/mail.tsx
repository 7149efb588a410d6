import type { ReactNode } from 'react'
import { z } from 'zod'
import { retryEmail } from '~/domain/mail/commands.server'
import { type OutboxEmail, readEmail } from '~/domain/mail/queries.server'
import { whyAddressIsFixed } from '~/domain/mail/rules'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { badRequest, orNotFound } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { AuditLink } from '~/ui/audit-link'
import { Badge } from '~/ui/badge'
import { Button, DialogLink } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { DialogPage } from '~/ui/forms/dialog-page'
import { Time } from '~/ui/time'
import type { Route } from './+types/mail'

const EmailForm = z.object({ intent: z.enum(['send-again', 'try-now']) })

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	return { mail: orNotFound(await readEmail(params.mailId, currentCaller().now)) }
}

export async function action({ request, params: { mailId } }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = EmailForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const by = { actorId: admin.id, now: currentCaller().now }
	const { order } = orNotFound(await readEmail(mailId, by.now))
	const path = order?.submittedAt ? `/admin/transactions/${order.id}` : '/admin/outbox'
	throw await redirectWithFlash(path, await retryEmail(form.data.intent, mailId, by))
}

export default function Mail({ loaderData: { mail } }: Route.ComponentProps) {
	const { id, status, subject } = mail
	const [intent, label] = status === 'waiting' ? ['try-now', 'Try now'] : ['send-again', 'Send again']
	return (
		<DialogPage
			title={subject}
			backHref={`/admin/outbox${status === 'waiting' ? '' : `?status=${status}`}`}
			backLabel="The outbox"
		>
			<Facts items={getFacts(mail)} />
			<section className="grid gap-3 border-t border-line pt-5" aria-label="Text of the email">
				<EmailText mail={mail} />
			</section>
			<div className="actions">
				{mail.hasText && status !== 'sent' && whyAddressIsFixed(mail.kind) === undefined ? (
					<DialogLink variant="secondary" href={`/admin/outbox/${id}/address`}>
						Change the address
					</DialogLink>
				) : null}
				{mail.hasText && !mail.isBeingSent ? (
					<form method="post">
						<Button variant="secondary" name="intent" value={intent} busy="Processing...">
							{label}
						</Button>
					</form>
				) : null}
				<AuditLink subject={id} />
			</div>
		</DialogPage>
	)
}

function getFacts(mail: OutboxEmail): Record<string, ReactNode> {
	const { order, replyTo, status, isBeingSent, sentAt, failedAt, lastError } = mail
	return {
		To: mail.recipient,
		'Reply-To': replyTo,
		Order:
			order &&
			(order.submittedAt === null ? (
				order.reference
			) : (
				<a className="link" href={`/admin/transactions/${order.id}`}>
					{order.reference}
				</a>
			)),
		State: <Badge status={isBeingSent ? 'being sent' : status} />,
		Queued: <Time at={mail.createdAt} />,
		Sent: sentAt !== null && <Time at={sentAt} />,
		Failed: failedAt !== null && <Time at={failedAt} />,
		'Next attempt': status === 'waiting' && !isBeingSent && <Time at={mail.nextAttemptAt} />,
		Attempts: mail.attempts,
		Reason: lastError,
	}
}

/* The text has the same content as the HTML of the email. */
function EmailText({ mail: { text, hasCode } }: { mail: OutboxEmail }) {
	if (text !== null)
		return <p className="[font-family:monospace] text-xs whitespace-pre-wrap wrap-anywhere">{text}</p>
	return (
		<p className="text-sm text-muted">
			{hasCode
				? 'This email carries a one-time code, which only its recipient may read. Its text is erased once it is sent or has failed.'
				: 'The text of this email is no longer kept. Its recipient and times stay on record.'}
		</p>
	)
}
