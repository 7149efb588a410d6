import { startEmailChange } from '~/domain/accounts/profile/email-change.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { EmailForm } from '~/domain/accounts/profile/profile-schema'
import { needsPassword } from '~/domain/accounts/rules'
import { readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithCookies } from '~/server/forms/flash.server'
import { formReply, parseForm, readForm, submitForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { ButtonLink } from '~/ui/button'
import { DialogPage } from '~/ui/forms/dialog-page'
import { FormPage } from '~/ui/forms/form-page'
import { CURRENT_PASSWORD } from '~/ui/forms/person-fields'
import { AddressText } from '~/ui/layout/auth-page'
import type { Route } from './+types/setting-email'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role, email, isGoogle } = account
	return { area: role, email, isGoogle, asksPassword: needsPassword(account, Date.now()) }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const form = await readForm(request)
	if (account.isGoogle) {
		return formReply(parseForm(form, EmailForm), { message: PROFILE_TEXT.googleEmail, status: 403 })
	}
	const known = await readFlow(request, 'email-change')
	const sent = await submitForm(
		form,
		EmailForm,
		typed => startEmailChange(account, typed, { ...currentCaller(), known }),
		{ title: PROFILE_TEXT.emailFailed },
	)
	if (!sent.ok) return sent.reply
	const cookie = startFlow('email-change', sent.outcome.challengeId)
	throw await redirectWithCookies(`/${account.role}/setting/email/verify`, [cookie])
}

const NEW_EMAIL = { label: 'New email', type: 'email', autoComplete: 'email', maxLength: 254 }

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { area, email, isGoogle, asksPassword } = loaderData
	if (isGoogle) {
		return (
			<DialogPage title="Change email" backHref={`/${area}/setting`} narrow>
				<p>{actionData ? PROFILE_TEXT.googleEmail : PROFILE_TEXT.googleNote}</p>
				<ButtonLink variant="secondary" href={`/${area}/setting`}>
					Back to settings
				</ButtonLink>
			</DialogPage>
		)
	}
	return (
		<FormPage
			backHref={`/${area}/setting`}
			title="Change email"
			intro={
				<>
					Your address is <AddressText>{email}</AddressText>. We send a code of six digits to the new one; the
					change happens when you enter it.
				</>
			}
			id="email"
			checks="email"
			table={{ newEmail: NEW_EMAIL, ...(asksPassword ? { currentPassword: CURRENT_PASSWORD } : {}) }}
			refused={actionData}
			noValidate
			save="Send code"
			busy="Sending..."
		/>
	)
}
