import { redirect } from 'react-router'
import { startEmailChange } from '~/domain/accounts/profile/email-change.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { EmailForm } from '~/domain/accounts/profile/profile-schema'
import { isFreshSignIn, TEXT } from '~/domain/accounts/rules'
import { flowCookies, readFlow } from '~/server/auth/flow-cookies.server'
import { requireAccount } from '~/server/auth/guards.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { ButtonLink } from '~/ui/button'
import { usePageForm } from '~/ui/forms/carried'
import { DialogPage } from '~/ui/forms/dialog-page'
import { CurrentPasswordField, InputField } from '~/ui/forms/field'
import { pageTitle } from '~/ui/layout/page-meta'
import { ChangePage } from '~/ui/setting/change-page'
import type { Route } from './+types/setting-email'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Change email') }]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	const { role, email, isGoogle, hasPassword, signedInAt } = await requireAccount(request)
	const asksPassword = hasPassword && !isFreshSignIn(signedInAt, Date.now())
	return { area: role, email, isGoogle, asksPassword }
}

export async function action({ request }: Route.ActionArgs) {
	const account = await requireAccount(request)
	const submission = parseForm(await readForm(request), EmailForm)
	if (account.isGoogle) return formReply(submission, { message: PROFILE_TEXT.googleEmail, status: 403 })
	if (submission.status !== 'success') return formReply(submission)
	const known = await readFlow(request, 'emailChange')
	const outcome = await catchUnexpected(
		() => startEmailChange(account, submission.value, { ...currentCaller(), known }),
		{
			message: TEXT.unexpected,
		},
	)
	if (!outcome.ok) return formReply(submission, { title: PROFILE_TEXT.emailFailed, ...outcome })
	throw redirect(`/${account.role}/setting/email/verify`, {
		headers: { 'Set-Cookie': await flowCookies.emailChange.serialize(outcome.challengeId) },
	})
}

const LABELS = { newEmail: 'New email', currentPassword: 'Current password' }

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { area, email, isGoogle, asksPassword } = loaderData
	const [form, fields] = usePageForm<{ newEmail: string; currentPassword?: string }>({
		id: 'email',
		...(actionData ? { lastResult: actionData.result } : {}),
		constraint: { newEmail: { required: true }, currentPassword: { required: asksPassword } },
	})
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
		<ChangePage
			area={area}
			title="Change email"
			intro={
				<>
					Your address is <strong className="font-semibold break-words text-fg">{email}</strong>. We send a
					code of six digits to the new one; the change happens when you enter it.
				</>
			}
			form={form}
			checks="email"
			labels={LABELS}
			refused={actionData}
			save="Send code"
			busy="Sending..."
		>
			<InputField
				field={fields.newEmail}
				label={LABELS.newEmail}
				type="email"
				autoComplete="email"
				maxLength={254}
			/>
			{asksPassword ? <CurrentPasswordField field={fields.currentPassword} /> : null}
		</ChangePage>
	)
}
