import { z } from 'zod'
import { sendFailedAgain } from '~/domain/mail/commands.server'
import { countFailed } from '~/domain/mail/queries.server'
import { MAX_RESENT } from '~/domain/mail/rules'
import { pluralize } from '~/domain/text'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { ButtonLink } from '~/ui/button'
import { ConfirmPage } from '~/ui/forms/confirm-page'
import { DialogPage } from '~/ui/forms/dialog-page'
import type { Route } from './+types/send-failed'

/* `seen`: when the page counted them (UTC ms). */
const SendForm = z.object({ intent: z.literal('send'), seen: z.coerce.number().int().min(1) })

const TITLE = 'Send all failed emails again?'
const FAILED = '/admin/outbox?status=failed'

export async function loader({ request }: Route.LoaderArgs) {
	await requireAdmin(request)
	return { ...(await countFailed()), seen: currentCaller().now }
}

export async function action({ request }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const form = SendForm.safeParse(Object.fromEntries(await readForm(request)))
	if (!form.success) throw badRequest()
	const sent = await sendFailedAgain(form.data.seen, { actorId: admin.id, now: currentCaller().now })
	throw await redirectWithFlash(
		FAILED,
		sent > 0
			? `${pluralize(sent, 'email is', 'emails are')} on the way again.`
			: { type: 'info', text: 'No failed email was left to send.' },
	)
}

export default function SendFailed({ loaderData: { sendable, failed, seen } }: Route.ComponentProps) {
	if (sendable === 0) {
		return (
			<DialogPage title={TITLE} backHref={FAILED} narrow>
				<p>There is no failed email that can be sent again.</p>
				<div className="actions">
					<ButtonLink href={FAILED}>See the outbox</ButtonLink>
				</div>
			</DialogPage>
		)
	}
	const count = Math.min(sendable, MAX_RESENT)
	const left = failed - count
	return (
		<ConfirmPage
			title={TITLE}
			cancelHref={FAILED}
			confirmLabel={`Send ${pluralize(count, 'email')}`}
			intent="send"
			variant="primary"
			hidden={{ seen }}
		>
			<p>
				{pluralize(count, 'email that failed is', 'emails that failed are')} sent again, to the address{' '}
				{count === 1 ? 'it has' : 'they have'}.
			</p>
			{sendable > MAX_RESENT ? (
				<p>These are the oldest. The others can be sent afterwards.</p>
			) : left > 0 ? (
				<p>
					{pluralize(left, 'email more stays', 'emails more stay')} under Failed: the text is no longer kept.
				</p>
			) : null}
		</ConfirmPage>
	)
}
