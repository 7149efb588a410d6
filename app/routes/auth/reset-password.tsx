import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { ResetPasswordForm } from '~/domain/accounts/schema'
import { findResetGrant, resetPassword } from '~/domain/accounts/sign-in/reset.commands.server'
import { flowCookies, readFlow, rememberEmail } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formError, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { StepUnreadable } from '~/ui/forms/code-step'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { NewPasswordFields } from '~/ui/forms/field'
import { AuthPage } from '~/ui/layout/auth-page'
import { stepMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Set a new password',
		'Choose a new password for your account. Every device that is logged in will be logged out.',
	)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/* A code was entered in this browser a moment ago (P34). */
async function requireGrant(request: Request) {
	await requireGuest(request)
	const grant = await readFlow(request, 'resetGrant')
	const granted = await catchUnexpected(() => findResetGrant(grant, Date.now()), {
		message: TEXT.resetFailed,
	})
	if (!grant || !granted) {
		throw await redirectWithFlash('/forgot-password', { type: 'error', text: TEXT.emailFirst })
	}
	return 'ok' in granted ? granted : { grant, email: granted.email }
}

export async function loader({ request }: Route.LoaderArgs) {
	const granted = await requireGrant(request)
	return 'ok' in granted ? formError(granted) : { email: granted.email }
}

export async function action({ request }: Route.ActionArgs) {
	const granted = await requireGrant(request)
	const submission = parseForm(await readForm(request), ResetPasswordForm)
	if ('ok' in granted) return formReply(submission, granted)
	if (submission.status !== 'success') return formReply(submission)
	const outcome = await catchUnexpected(
		() => resetPassword(granted.grant, submission.value.newPassword, currentCaller()),
		{
			title: TEXT.resetFailed,
			message: TEXT.unexpected,
		},
	)
	if (!outcome.ok) return formReply(submission, outcome)
	const headers = new Headers()
	headers.append('Set-Cookie', await flowCookies.resetGrant.serialize('', { maxAge: 0 }))
	headers.append('Set-Cookie', await rememberEmail(outcome.email))
	throw await redirectWithFlash('/login', { type: 'success', text: TEXT.passwordReset }, { headers })
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<z.input<typeof ResetPasswordForm>>({
		id: 'reset-password',
		lastResult: actionData?.result,
		constraint: { newPassword: { required: true }, confirmPassword: { required: true } },
	})
	const back = { href: '/forgot-password', label: 'Back' }
	if (!('email' in loaderData)) {
		return (
			<AuthPage title="Set a new password" back={back}>
				<StepUnreadable refusal={loaderData} href="/reset-password" />
			</AuthPage>
		)
	}
	return (
		<AuthPage
			title="Set a new password"
			intro={
				<>
					For <strong className="font-semibold break-words text-fg">{loaderData.email}</strong>. Every device
					that is logged in now will be logged out.
				</>
			}
			back={back}
		>
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} title={actionData?.title} />
				<input
					type="email"
					name="username"
					autoComplete="username"
					value={loaderData.email}
					readOnly
					hidden
				/>
				<NewPasswordFields
					password={fields.newPassword}
					label="New password"
					confirm={fields.confirmPassword}
				/>
				<Button wide busy="Saving...">
					Reset Password
				</Button>
			</form>
		</AuthPage>
	)
}
