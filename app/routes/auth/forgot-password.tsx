import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { startReset } from '~/domain/accounts/reset.commands.server'
import { resendTooEarly, TEXT } from '~/domain/accounts/rules'
import { ForgotPasswordForm } from '~/domain/accounts/schema'
import { askForCookie, cookieRefusal } from '~/server/cookie-check.server'
import { redirectWithFlash } from '~/server/flash.server'
import { flowCookies, readFlow, rememberEmail, rememberedEmail } from '~/server/flow-cookies.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { requireGuest } from '~/server/guards.server'
import { keptForEveryGuest } from '~/server/guest-page.server'
import { asking } from '~/server/request-context.server'
import { AuthPage } from '~/ui/auth-page'
import { Button } from '~/ui/button'
import { CookieCheck } from '~/ui/cookie-check'
import { ErrorSummary } from '~/ui/error-summary'
import { InputField } from '~/ui/field'
import { pageMeta } from '~/ui/page-meta'
import type { Route } from './+types/forgot-password'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'Forgot password',
		description: 'Set a new password for your account: we send a code of six digits to your e-mail address.',
		path: '/forgot-password',
		origin: matches[0].loaderData.origin,
	})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Guests all get the same form. */
export const middleware: Route.MiddlewareFunction[] = [keptForEveryGuest]

export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	await askForCookie()
	return { email: await rememberedEmail(request) }
}

export async function action({ request }: Route.ActionArgs) {
	await requireGuest(request)
	const fields = await readForm(request)
	const submission = parseForm(fields, ForgotPasswordForm)
	const withoutCookies = cookieRefusal(request, fields)
	if (withoutCookies || submission.status !== 'success') return refuse(submission, withoutCookies)
	const { email } = submission.value
	const known = await readFlow(request, 'reset')
	const outcome = await orRefusal(() => startReset(email, { ...asking(), known }), {
		title: TEXT.sendFailed,
		message: TEXT.unexpected,
	})
	if (!outcome.ok) return refuse(submission, outcome)
	const headers = new Headers()
	headers.append('Set-Cookie', await flowCookies.reset.serialize(outcome.challengeId))
	headers.append('Set-Cookie', await rememberEmail(email))
	throw await redirectWithFlash(
		'/verify-user',
		outcome.wait
			? { type: 'info', text: resendTooEarly(outcome.wait) }
			: { type: 'success', text: TEXT.codeSent },
		{ headers },
	)
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<z.input<typeof ForgotPasswordForm>>({
		id: 'forgot-password',
		lastResult: actionData?.result,
		defaultValue: { email: loaderData.email },
		constraint: { email: { required: true } },
	})
	return (
		<AuthPage
			title="Forgot Password"
			intro="Tell us the e-mail address of your account. We shall send a code with which you can set a new password."
			back={{ href: '/login', label: 'Back to login' }}
		>
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} title={actionData?.title} />
				<CookieCheck />
				<InputField
					field={fields.email}
					label="E-mail"
					type="email"
					autoComplete="username"
					maxLength={254}
				/>
				<Button wide busy="Sending...">
					Send OTP
				</Button>
			</form>
		</AuthPage>
	)
}
