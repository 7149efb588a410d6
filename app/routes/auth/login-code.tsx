import { redirect } from 'react-router'
import { CODE_TRIES } from '~/domain/accounts/rules'
import { SecondFactorForm } from '~/domain/accounts/schema'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { findWaitingSignIn, passSecondFactor } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { endFlow, readFlow } from '~/server/auth/flow-cookies.server'
import { readDestination, requireGuest, safeRedirect } from '~/server/auth/guards.server'
import { signInResponse } from '~/server/auth/sign-in-response.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { TableForm } from '~/ui/forms/table-form'
import { AddressText, AuthPage } from '~/ui/layout/auth-page'
import type { Route } from './+types/login-code'

/* The right password was entered in this browser a moment ago. */
async function requireWaitingSignIn(request: Request) {
	await requireGuest(request)
	const redirectTo = readDestination(request)
	const id = await readFlow(request, 'second-factor')
	const email = id && (await findWaitingSignIn(id, Date.now()))
	if (!email) throw redirect(withRedirectTo(redirectTo, '/login'))
	return { id, email, redirectTo }
}

export async function loader({ request }: Route.LoaderArgs) {
	return await requireWaitingSignIn(request)
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireWaitingSignIn(request)
	const submission = parseForm(await readForm(request), SecondFactorForm)
	if (submission.status !== 'success') return formReply(submission)
	const { code, redirectTo } = submission.value
	const outcome = await catchUnexpected(() => passSecondFactor(id, code, currentCaller()))
	const cookies = [endFlow('second-factor')]
	if (outcome.ok) {
		const interrupted = await readFlow(request, 'interrupted-form')
		throw await signInResponse(outcome, { redirectTo, interrupted, cookies })
	}
	if (outcome.code !== 'over') return formReply(submission, outcome)
	const login = withRedirectTo(safeRedirect(redirectTo, ''), '/login')
	throw await redirectWithFlash(login, { type: 'error', text: outcome.message }, cookies)
}

const CODE = {
	label: 'Code',
	help: 'Six digits from your app, or one of your recovery codes.',
	autoComplete: 'one-time-code',
	autoCapitalize: 'characters',
	spellCheck: false,
	maxLength: 60,
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
	const { email, redirectTo } = loaderData
	return (
		<AuthPage
			title="Enter your code"
			intro={
				<>
					The password of <AddressText>{email}</AddressText> was right. Now the code of your authenticator
					app, please. It may be tried {CODE_TRIES} times.
				</>
			}
			back={{ href: withRedirectTo(redirectTo, '/login'), label: 'Back to login' }}
		>
			<TableForm
				id="login-code"
				table={{ code: { ...CODE, autoFocus: !actionData } }}
				refused={actionData}
				intro={redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
			>
				<Button wide busy="Verifying...">
					Log In
				</Button>
			</TableForm>
			<p className="text-sm text-muted">No phone at hand? Each recovery code opens your account once.</p>
		</AuthPage>
	)
}
