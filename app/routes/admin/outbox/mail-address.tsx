import { changeRecipient } from '~/domain/mail/commands.server'
import { readEmail } from '~/domain/mail/queries.server'
import { whyAddressStays } from '~/domain/mail/rules'
import { AddressForm } from '~/domain/mail/schema'
import { requireAdmin } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { badRequest, orNotFound } from '~/server/http/answers.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button, ButtonLink } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { usePageForm } from '~/ui/forms/restored'
import { Notice } from '~/ui/notice'
import type { Route } from './+types/mail-address'

const TITLE = 'Change the address'

export async function loader({ request, params }: Route.LoaderArgs) {
	await requireAdmin(request)
	const mail = orNotFound(await readEmail(params.mailId, currentCaller().now))
	const { id, subject, recipient } = mail
	return { mail: { id, subject, recipient }, refused: whyNot(mail) }
}

function whyNot(mail: { kind: string; status: string; hasText: boolean }): string | undefined {
	if (mail.status === 'sent') return 'This email has already been sent.'
	return (
		whyAddressStays(mail.kind) ?? (mail.hasText ? undefined : 'The text of this email is no longer kept.')
	)
}

export async function action({ request, params: { mailId } }: Route.ActionArgs) {
	const admin = await requireAdmin(request)
	const by = { actorId: admin.id, now: currentCaller().now }
	orNotFound(await readEmail(mailId, by.now))
	const submission = parseForm(await readForm(request), AddressForm)
	if (submission.status !== 'success') {
		const { error } = submission.reply()
		if (error?.['intent'] || error?.['seen']) throw badRequest()
		return formReply(submission)
	}
	const change = () => changeRecipient(mailId, submission.value, by)
	const outcome = await catchUnexpected(change)
	if (!outcome.ok) return formReply(submission, outcome)
	throw await redirectWithFlash(`/admin/outbox/${mailId}`, {
		type: 'success',
		text: 'The address is changed. The email is on its way.',
	})
}

const LABELS = { email: 'New address' }

export default function MailAddress({ loaderData, actionData }: Route.ComponentProps) {
	const { mail, refused } = loaderData
	const path = `/admin/outbox/${mail.id}`
	const [form, fields] = usePageForm<typeof LABELS>({
		id: 'address',
		lastResult: actionData?.result,
		defaultValue: { email: mail.recipient },
		constraint: { email: { required: true } },
	})
	if (refused) {
		return (
			<DialogPage title={TITLE} backHref={path} narrow>
				<Notice tone="error" title="The address stays as it is">
					<p>{refused}</p>
				</Notice>
				<div className="actions">
					<ButtonLink href={path}>See the email</ButtonLink>
				</div>
			</DialogPage>
		)
	}
	return (
		<DialogPage title={TITLE} backHref={path} backLabel="Cancel" narrow>
			<Facts
				items={{
					Subject: mail.subject,
					To: mail.recipient,
				}}
			/>
			<form method="post" id="address" className="form">
				<ErrorSummary form={form} labels={LABELS} title={actionData?.title} />
				<input type="hidden" name="seen" value={mail.recipient} />
				<InputField
					field={fields.email}
					label={LABELS.email}
					type="email"
					autoComplete="off"
					maxLength={254}
					help="For a mistyped address. This email alone goes there, at once; the account keeps its address."
				/>
				<div className="actions">
					<CancelLink href={path} />
					<Button name="intent" value="change" busy="Processing...">
						Change and send
					</Button>
				</div>
			</form>
		</DialogPage>
	)
}
