import type { z } from 'zod'
import { changeRecipient } from '~/domain/mail/commands.server'
import { readEmail } from '~/domain/mail/queries.server'
import { whyAddressIsFixed } from '~/domain/mail/rules'
import { AddressForm } from '~/domain/mail/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { orNotFound } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Facts } from '~/ui/facts'
import { FormPage } from '~/ui/forms/form-page'
import { StepRefused } from '~/ui/forms/step-refused'
import type { Route } from './+types/mail-address'

const TITLE = 'Change the address'

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const mail = orNotFound(await readEmail(params.mailId, currentCaller().now))
	return { mail, refused: whyNot(mail) }
}

function whyNot(mail: { kind: string; status: string; hasText: boolean }): string | undefined {
	if (mail.status === 'sent') return 'This email has already been sent.'
	return (
		whyAddressIsFixed(mail.kind) ?? (mail.hasText ? undefined : 'The text of this email is no longer kept.')
	)
}

export async function action({ request, params: { mailId } }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const by = { actorId: admin.id, now: currentCaller().now }
	orNotFound(await readEmail(mailId, by.now))
	const change = (typed: z.output<typeof AddressForm>) => changeRecipient(mailId, typed, by)
	const sent = await submitForm(await readForm(request), AddressForm, change)
	if (!sent.ok) return sent.reply
	throw await redirectWithFlash(`/admin/outbox/${mailId}`, 'The address is changed. The email is on its way.')
}

const EMAIL = {
	label: 'New address',
	type: 'email',
	autoComplete: 'off',
	maxLength: 254,
	help: 'Corrects a mistyped address for this email only, and sends it at once. The account keeps its address.',
}

export default function MailAddress({ loaderData: { mail, refused }, actionData }: Route.ComponentProps) {
	const path = `/admin/outbox/${mail.id}`
	if (refused) {
		const failed = 'The address stays as it is'
		const way = { backHref: path, backLabel: 'See the email' }
		return <StepRefused {...way} title={TITLE} failed={failed} message={refused} />
	}
	return (
		<FormPage
			title={TITLE}
			backHref={path}
			id="address"
			table={{ email: EMAIL }}
			values={{ email: mail.recipient }}
			refused={actionData}
			above={
				<>
					<Facts items={{ Subject: mail.subject, To: mail.recipient }} />
					<input type="hidden" name="seen" value={mail.recipient} />
				</>
			}
			save="Change and send"
			saveIntent="change"
			busy="Processing..."
		/>
	)
}
