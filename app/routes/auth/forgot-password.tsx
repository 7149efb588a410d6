import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { resendTooEarly, TEXT } from '~/domain/accounts/rules'
import { ForgotPasswordForm } from '~/domain/accounts/schema'
import { startReset } from '~/domain/accounts/sign-in/reset.commands.server'
import { flowCookies, readFlow, rememberEmail, rememberedEmail } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { askForCookie, cookieRefusal } from '~/server/forms/cookie-check.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { CookieCheck } from '~/ui/forms/cookie-check'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { AuthPage } from '~/ui/layout/auth-page'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/forgot-password'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'Forgot password',
		description: 'Set a new password for your account: we send a code of six digits to your email address.',
		path: '/forgot-password',
		origin: matches[0].loaderData.origin,
	})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** Guests all get the same form. */
export const handle = { cacheForGuests: {} satisfies CacheForGuests }

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
	if (withoutCookies || submission.status !== 'success') return formReply(submission, withoutCookies)
	const { email } = submission.value
	const known = await readFlow(request, 'reset')
	const outcome = await catchUnexpected(() => startReset(email, { ...currentCaller(), known }), {
		title: TEXT.sendFailed,
		message: TEXT.unexpected,
	})
	if (!outcome.ok) return formReply(submission, outcome)
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
			intro="Tell us the email address of your account. We shall send a code with which you can set a new password."
			back={{ href: '/login', label: 'Back to login' }}
		>
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} title={actionData?.title} />
				<CookieCheck />
				<InputField field={fields.email} label="Email" type="email" autoComplete="username" maxLength={254} />
				<Button wide busy="Sending...">
					Send OTP
				</Button>
			</form>
		</AuthPage>
	)
}
