import { changePassword } from '~/domain/accounts/profile/password.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { PasswordForm } from '~/domain/accounts/profile/profile-schema'
import { isFreshSignIn, TEXT } from '~/domain/accounts/rules'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { usePageForm } from '~/ui/forms/carried'
import { CurrentPasswordField, NewPasswordFields } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { ChangePage } from '~/ui/setting/change-page'
import type { Route } from './+types/setting-password'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Change password') }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const { role, email, hasPassword, signedInAt } = await requireAccount(request)
	const asksPassword = hasPassword && !isFreshSignIn(signedInAt, Date.now())
	return { area: role, email, hasPassword, asksPassword }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const submission = parseForm(await readForm(request), PasswordForm)
	if (submission.status !== 'success') return formReply(submission)
	const by = currentCaller()
	const { value } = submission
	if (account.hasPassword && !value.currentPassword && !isFreshSignIn(account.signedInAt, by.now)) {
		return formReply(submission, {
			message: PROFILE_TEXT.passwordMissing,
			field: 'currentPassword',
			status: 400,
		})
	}
	const outcome = await catchUnexpected(() => changePassword(account, value, by), {
		message: TEXT.unexpected,
	})
	if (!outcome.ok) return formReply(submission, { title: PROFILE_TEXT.passwordFailed, ...outcome })
	throw await redirectWithFlash(`/${account.role}/setting`, {
		type: 'success',
		text: `${PROFILE_TEXT.passwordUpdated}. All other devices have been signed out.`,
	})
}

type Fields = { currentPassword?: string; newPassword: string; confirmPassword: string }

const LABELS = {
	currentPassword: 'Current password',
	newPassword: 'New password',
	confirmPassword: 'Confirm password',
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
	const { area, email, hasPassword, asksPassword } = loaderData
	const [form, fields] = usePageForm<Fields>({
		id: 'password',
		...(actionData ? { lastResult: actionData.result } : {}),
		constraint: {
			currentPassword: { required: asksPassword },
			newPassword: { required: true },
			confirmPassword: { required: true },
		},
	})
	return (
		<ChangePage
			area={area}
			title={hasPassword ? 'Change password' : 'Set a password'}
			intro="Every other device that is logged in now will be logged out, and your address is told."
			form={form}
			checks="password"
			labels={LABELS}
			refused={actionData}
			save="Save password"
		>
			<input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
			{asksPassword ? <CurrentPasswordField field={fields.currentPassword} /> : null}
			<NewPasswordFields
				password={fields.newPassword}
				label={LABELS.newPassword}
				confirm={fields.confirmPassword}
			/>
		</ChangePage>
	)
}
