import { data } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { ResetPasswordForm } from '~/domain/accounts/schema'
import { findResetGrant, resetPassword } from '~/domain/accounts/sign-in/reset.commands.server'
import { endFlow, readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm, refusalInit } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { StepUnreadable } from '~/ui/forms/code-step'
import { CONFIRM_PASSWORD, newPassword, UsernameHint } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { AddressText, AuthPage } from '~/ui/layout/auth-page'
import type { Route } from './+types/reset-password'

/* A code was entered in this browser a moment ago (P34). */
async function requireGrant(request: Request) {
	await requireGuest(request)
	const grant = await readFlow(request, 'reset-grant')
	const find = () => findResetGrant(grant, Date.now())
	const granted = await catchUnexpected(find, { message: TEXT.resetFailed })
	if (!grant || !granted) {
		throw await redirectWithFlash('/forgot-password', { type: 'error', text: TEXT.emailFirst })
	}
	return 'ok' in granted ? granted : { grant, email: granted.email }
}

export async function loader({ request }: Route.LoaderArgs) {
	const granted = await requireGrant(request)
	if ('ok' in granted) return data({ message: granted.message }, refusalInit(granted))
	return { email: granted.email }
}

export async function action({ request }: Route.ActionArgs) {
	const granted = await requireGrant(request)
	const submission = parseForm(await readForm(request), ResetPasswordForm)
	if ('ok' in granted) return formReply(submission, granted)
	if (submission.status !== 'success') return formReply(submission)
	const reset = () => resetPassword(granted.grant, submission.value.newPassword, currentCaller())
	const outcome = await catchUnexpected(reset, { title: TEXT.resetFailed })
	if (!outcome.ok) return formReply(submission, outcome)
	const cookies = [endFlow('reset-grant'), startFlow('typed-email', outcome.email)]
	throw await redirectWithFlash('/login', TEXT.passwordReset, cookies)
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
	const back = { href: '/forgot-password', label: 'Back' }
	if (!('email' in loaderData)) {
		return (
			<AuthPage title="Set a new password" back={back}>
				<StepUnreadable {...loaderData} href="/reset-password" />
			</AuthPage>
		)
	}
	return (
		<AuthPage
			title="Set a new password"
			intro={
				<>
					For <AddressText>{loaderData.email}</AddressText>. Every device that is logged in now will be logged
					out.
				</>
			}
			back={back}
		>
			<TableForm
				id="reset-password"
				table={{ newPassword: newPassword('New password'), confirmPassword: CONFIRM_PASSWORD }}
				refused={actionData}
				intro={<UsernameHint email={loaderData.email} />}
			>
				<Button wide busy="Saving...">
					Reset Password
				</Button>
			</TableForm>
		</AuthPage>
	)
}
