import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { findResetGrant, resetPassword } from '~/domain/accounts/reset.commands.server'
import { TEXT } from '~/domain/accounts/rules'
import { ResetPasswordForm } from '~/domain/accounts/schema'
import { redirectWithFlash } from '~/server/flash.server'
import { flowCookies, readFlow, rememberEmail } from '~/server/flow-cookies.server'
import { orRefusal, parseForm, readForm, refuse, sayAgain } from '~/server/form.server'
import { requireGuest } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { AuthPage } from '~/ui/auth-page'
import { Button } from '~/ui/button'
import { StepUnreadable } from '~/ui/code-step'
import { ErrorSummary } from '~/ui/error-summary'
import { NewPasswordFields } from '~/ui/field'
import { stepMeta } from '~/ui/page-meta'
import type { Route } from './+types/reset-password'

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Set a new password',
		'Choose a new password for your account. Every device that is logged in will be logged out.',
	)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/* Decision 33: a code was entered in this browser a moment ago. */
async function requireGrant(request: Request) {
	await requireGuest(request)
	const grant = await readFlow(request, 'resetGrant')
	const granted = await orRefusal(() => findResetGrant(grant, Date.now()), { message: TEXT.resetFailed })
	if (!grant || !granted) {
		throw await redirectWithFlash('/forgot-password', { type: 'error', text: TEXT.emailFirst })
	}
	return 'ok' in granted ? granted : { grant, email: granted.email }
}

export async function loader({ request }: Route.LoaderArgs) {
	const granted = await requireGrant(request)
	return 'ok' in granted ? sayAgain(granted) : { email: granted.email }
}

export async function action({ request }: Route.ActionArgs) {
	const granted = await requireGrant(request)
	const submission = parseForm(await readForm(request), ResetPasswordForm)
	if ('ok' in granted) return refuse(submission, granted)
	if (submission.status !== 'success') return refuse(submission)
	const outcome = await orRefusal(
		() => resetPassword(granted.grant, submission.value.newPassword, asking()),
		{
			title: TEXT.resetFailed,
			message: TEXT.unexpected,
		},
	)
	if (!outcome.ok) return refuse(submission, outcome)
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
