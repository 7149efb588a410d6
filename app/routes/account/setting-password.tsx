import { z } from 'zod'
import { changePassword } from '~/domain/accounts/profile/password.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { PasswordForm } from '~/domain/accounts/profile/profile-schema'
import { BAD_PASSWORD, isPersonalPassword, needsPassword } from '~/domain/accounts/rules'
import { whenValid } from '~/domain/fields'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { FormPage } from '~/ui/forms/form-page'
import { CONFIRM_PASSWORD, CURRENT_PASSWORD, newPassword, UsernameHint } from '~/ui/forms/person-fields'
import type { Route } from './+types/setting-password'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireAccount(request)
	const { role, email, hasPassword } = account
	return { area: role, email, hasPassword, asksPassword: needsPassword(account, Date.now()) }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const form = await readForm(request)
	const by = currentCaller()
	const isMissing = needsPassword(account, by.now) && !form.get('currentPassword')
	// Checked with the other fields, so that all errors are reported at once.
	const schema = PasswordForm.refine(() => !isMissing, {
		path: ['currentPassword'],
		error: PROFILE_TEXT.passwordMissing,
		when: () => true,
	}).refine(({ newPassword }) => !isPersonalPassword(newPassword, account), {
		path: ['newPassword'],
		error: BAD_PASSWORD.personal,
		when: whenValid({ newPassword: z.string() }),
	})
	const sent = await submitForm(form, schema, typed => changePassword(account, typed, by), {
		title: PROFILE_TEXT.passwordFailed,
	})
	if (!sent.ok) return sent.reply
	const text = `${PROFILE_TEXT.passwordUpdated}. All other devices have been logged out.`
	throw await redirectWithFlash(`/${account.role}/setting`, text)
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
	const { area, email, hasPassword, asksPassword } = loaderData
	return (
		<FormPage
			backHref={`/${area}/setting`}
			title={hasPassword ? 'Change password' : 'Set a password'}
			intro="All other devices will be logged out, and a message goes to your email address."
			id="password"
			checks="password"
			above={<UsernameHint email={email} />}
			table={{
				...(asksPassword ? { currentPassword: CURRENT_PASSWORD } : {}),
				newPassword: newPassword('New password'),
				confirmPassword: CONFIRM_PASSWORD,
			}}
			refused={actionData}
			noValidate
			save="Save password"
		/>
	)
}
