import { TEXT } from '~/domain/accounts/rules'
import { GoogleSignUpForm } from '~/domain/accounts/schema'
import { findSignUp, signUpWithGoogle } from '~/domain/accounts/sign-in/google.commands.server'
import { endFlow, readFlow } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { googleResponse } from '~/server/auth/sign-in-response.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { Button } from '~/ui/button'
import { TableForm } from '~/ui/forms/table-form'
import { AddressText, AuthPage, TERMS } from '~/ui/layout/auth-page'
import type { Route } from './+types/google-sign-up'

/* Google has just verified, in this browser, an address without an account. */
async function requireSignUp(request: Request) {
	await requireGuest(request)
	const id = await readFlow(request, 'google-sign-up')
	const waiting = await findSignUp(id ?? '', Date.now())
	if (!id || !waiting) throw await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
	return { id, email: waiting.email, fullName: waiting.fullName }
}

export async function loader({ request }: Route.LoaderArgs) {
	const { email, fullName } = await requireSignUp(request)
	return { email, fullName }
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireSignUp(request)
	const submission = parseForm(await readForm(request), GoogleSignUpForm)
	if (submission.status !== 'success') return formReply(submission)
	const failed = { title: TEXT.registrationFailed }
	const outcome = await catchUnexpected(() => signUpWithGoogle(id, Date.now()), failed)
	if (outcome.ok) throw await googleResponse(request, outcome, 'google-sign-up')
	if (outcome.code === 'unexpected') return formReply(submission, outcome)
	const message = { type: 'error', text: outcome.message } as const
	throw await redirectWithFlash('/login', message, [endFlow('google-sign-up'), endFlow('destination')])
}

export default function GoogleSignUp({ loaderData, actionData }: Route.ComponentProps) {
	const { email, fullName } = loaderData
	return (
		<AuthPage
			title="Open your account"
			intro={
				<>
					Google has confirmed <AddressText>{email}</AddressText>. Your account will be in the name of{' '}
					<AddressText>{fullName}</AddressText>, which you can change in the settings. It is opened when you
					sign up, and not before.
				</>
			}
			back={{ href: '/login', label: 'Back to login' }}
		>
			<TableForm id="google-sign-up" table={{ terms: { ...TERMS, required: false } }} refused={actionData}>
				<Button wide busy="Signing up...">
					Sign Up
				</Button>
			</TableForm>
		</AuthPage>
	)
}
