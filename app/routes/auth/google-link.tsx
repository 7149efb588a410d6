import { TEXT } from '~/domain/accounts/rules'
import { GoogleLinkForm } from '~/domain/accounts/schema'
import { findLink, linkGoogle } from '~/domain/accounts/sign-in/google.commands.server'
import { endFlow, readFlow } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { googleResponse } from '~/server/auth/sign-in-response.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { PASSWORD, UsernameHint } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { AddressText, AuthPage } from '~/ui/layout/auth-page'
import type { Route } from './+types/google-link'

/* Google has just verified, in this browser, the address of an account that has a password. */
async function requireLink(request: Request) {
	await requireGuest(request)
	const waiting = await findLink((await readFlow(request, 'google-link')) ?? '', Date.now())
	if (!waiting) throw await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
	return waiting
}

export async function loader({ request }: Route.LoaderArgs) {
	const { email } = await requireLink(request)
	return { email }
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireLink(request)
	const submission = parseForm(await readForm(request), GoogleLinkForm)
	if (submission.status !== 'success') return formReply(submission)
	const outcome = await catchUnexpected(() => linkGoogle(id, submission.value.password, currentCaller()))
	if (outcome.ok) throw await googleResponse(request, outcome, 'google-link')
	if (outcome.code !== 'over') return formReply(submission, outcome)
	const message = { type: 'error', text: outcome.message } as const
	throw await redirectWithFlash('/login', message, [endFlow('google-link'), endFlow('destination')])
}

export default function GoogleLink({ loaderData: { email }, actionData }: Route.ComponentProps) {
	return (
		<AuthPage
			title="Link your Google account"
			intro={
				<>
					There is already an account with <AddressText>{email}</AddressText>. Enter its password once, and
					from then on you can log in with Google too.
				</>
			}
			back={{ href: '/login', label: 'Back to login' }}
		>
			<TableForm
				id="google-link"
				table={{ password: PASSWORD }}
				refused={actionData}
				intro={<UsernameHint email={email} />}
			>
				<p className="-mt-3 text-sm">
					<a className="link link-alone" href="/forgot-password">
						Forgot Password?
					</a>
				</p>
				<Button wide busy="Linking...">
					Link and Log In
				</Button>
			</TableForm>
		</AuthPage>
	)
}
