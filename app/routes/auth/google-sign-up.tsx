import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { GoogleSignUpForm } from '~/domain/accounts/schema'
import { findSignUp, signUpWithGoogle } from '~/domain/accounts/sign-in/google-sign-up.commands.server'
import { flowCookies, readFlow, rememberDestination } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { answerSignIn } from '~/server/auth/sign-in-answer.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { AuthPage, TermsField } from '~/ui/layout/auth-page'
import { stepMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/google-sign-up'

export const meta: Route.MetaFunction = () =>
	stepMeta('Open your account', 'Accept the Terms and Policy, to open your account with Google.')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/* Google has just vouched in this browser for an address without an account. */
async function requireSignUp(request: Request) {
	await requireGuest(request)
	const id = await readFlow(request, 'googleSignUp')
	const waiting = id ? await findSignUp(id, Date.now()) : undefined
	if (!id || !waiting) throw await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
	return { id, email: waiting.email, fullName: waiting.fullName }
}

const forgetSignUp = async () =>
	new Headers([
		['Set-Cookie', await flowCookies.googleSignUp.serialize('', { maxAge: 0 })],
		['Set-Cookie', await rememberDestination('')],
	])

export async function loader({ request }: Route.LoaderArgs) {
	const { email, fullName } = await requireSignUp(request)
	return { email, fullName }
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireSignUp(request)
	const submission = parseForm(await readForm(request), GoogleSignUpForm)
	if (submission.status !== 'success') return formReply(submission)
	const outcome = await catchUnexpected(() => signUpWithGoogle(id, Date.now()), {
		title: TEXT.registrationFailed,
		message: TEXT.unexpected,
	})
	if (outcome.ok) {
		const interrupted = await readFlow(request, 'interrupted')
		const redirectTo = await readFlow(request, 'destination')
		throw await answerSignIn(outcome, { headers: await forgetSignUp(), interrupted, redirectTo })
	}
	if (!('code' in outcome)) return formReply(submission, outcome)
	const message = { type: 'error', text: outcome.message } as const
	throw await redirectWithFlash('/login', message, { headers: await forgetSignUp() })
}

export default function GoogleSignUp({ loaderData, actionData }: Route.ComponentProps) {
	const { email, fullName } = loaderData
	const [form, fields] = useForm<z.input<typeof GoogleSignUpForm>>({
		id: 'google-sign-up',
		lastResult: actionData?.result,
	})
	return (
		<AuthPage
			title="Open your account"
			intro={
				<>
					Google has confirmed <strong className="font-semibold break-words text-fg">{email}</strong>. Your
					account will be in the name of{' '}
					<strong className="font-semibold break-words text-fg">{fullName}</strong>, which you can change in
					the settings. It is opened when you sign up, and not before.
				</>
			}
			back={{ href: '/login', label: 'Back to login' }}
		>
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} labels={{ terms: 'Terms and Policy' }} title={actionData?.title} />
				<TermsField field={fields.terms} />
				<Button wide busy="Signing up...">
					Sign Up
				</Button>
			</form>
		</AuthPage>
	)
}
