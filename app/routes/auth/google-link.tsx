import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { GoogleLinkForm } from '~/domain/accounts/schema'
import { findLink, linkGoogle } from '~/domain/accounts/sign-in/google-link.commands.server'
import { flowCookies, readFlow, rememberDestination } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { answerSignIn } from '~/server/auth/sign-in-answer.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { PasswordField } from '~/ui/forms/field'
import { AuthPage } from '~/ui/layout/auth-page'
import { stepMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/google-link'

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Link your Google account',
		'Enter the password of your account once, to sign in with Google from now on.',
	)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/* Google has just vouched in this browser for the address of an account that has a password. */
async function requireLink(request: Request) {
	await requireGuest(request)
	const id = await readFlow(request, 'googleLink')
	const waiting = id ? await findLink(id, Date.now()) : undefined
	if (!id || !waiting) throw await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
	return { id, email: waiting.email }
}

const forgetLink = async () =>
	new Headers([
		['Set-Cookie', await flowCookies.googleLink.serialize('', { maxAge: 0 })],
		['Set-Cookie', await rememberDestination('')],
	])

export async function loader({ request }: Route.LoaderArgs) {
	const { email } = await requireLink(request)
	return { email }
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireLink(request)
	const submission = parseForm(await readForm(request), GoogleLinkForm)
	if (submission.status !== 'success') return formReply(submission)
	const outcome = await catchUnexpected(() => linkGoogle(id, submission.value.password, currentCaller()), {
		message: TEXT.unexpected,
	})
	if (outcome.ok) {
		const interrupted = await readFlow(request, 'interrupted')
		const redirectTo = await readFlow(request, 'destination')
		throw await answerSignIn(outcome, { headers: await forgetLink(), interrupted, redirectTo })
	}
	if (!('code' in outcome)) return formReply(submission, outcome)
	const message = { type: 'error', text: outcome.message } as const
	throw await redirectWithFlash('/login', message, { headers: await forgetLink() })
}

export default function GoogleLink({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<z.input<typeof GoogleLinkForm>>({
		id: 'google-link',
		lastResult: actionData?.result,
		constraint: { password: { required: true } },
	})
	return (
		<AuthPage
			title="Link your Google account"
			intro={
				<>
					There is an account with{' '}
					<strong className="font-semibold break-words text-fg">{loaderData.email}</strong> already. Enter its
					password this once, and Google will open it from then on as well.
				</>
			}
			back={{ href: '/login', label: 'Back to login' }}
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
				<PasswordField
					field={fields.password}
					label="Password"
					autoComplete="current-password"
					maxLength={128}
				/>
				<p className="-mt-3 text-sm">
					<a className="link link-alone" href="/forgot-password">
						Forgot Password?
					</a>
				</p>
				<Button wide busy="Linking...">
					Link and Log In
				</Button>
			</form>
		</AuthPage>
	)
}
