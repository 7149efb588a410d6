import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { TEXT } from '~/domain/accounts/rules'
import { LoginForm } from '~/domain/accounts/schema'
import { signIn } from '~/domain/accounts/sign-in.commands.server'
import { env } from '~/server/env.server'
import { redirectWithFlash } from '~/server/flash.server'
import { rememberEmail, rememberedEmail } from '~/server/flow-cookies.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { dashboardOf, requireGuest, safeRedirect } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { AuthPage, GoogleSignIn } from '~/ui/auth-page'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { InputField, PasswordField } from '~/ui/field'
import { pageMeta } from '~/ui/page-meta'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'Log in',
		description:
			'Log in to your account to buy digital spaces, show your image and link on them, and follow your orders.',
		path: '/login',
		origin: matches[0].loaderData.origin,
	})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	return {
		email: await rememberedEmail(request),
		redirectTo: safeRedirect(new URL(request.url).searchParams.get('redirectTo'), ''),
		google: env.google !== undefined,
	}
}

export async function action({ request }: Route.ActionArgs) {
	await requireGuest(request)
	const submission = parseForm(await readForm(request), LoginForm)
	if (submission.status !== 'success') return refuse(submission)
	const { redirectTo, ...form } = submission.value
	const outcome = await orRefusal(() => signIn(form, asking()), { message: TEXT.unexpected })
	if (!outcome.ok) return refuse(submission, outcome)
	const headers = new Headers()
	headers.append('Set-Cookie', outcome.cookie)
	headers.append('Set-Cookie', await rememberEmail(form.email))
	const home = dashboardOf(outcome.role)
	/* A page of the other role would only send them home again. */
	const target = safeRedirect(redirectTo, home)
	const isOthers = /^\/(user|admin)(\/|$)/.test(target) && !target.startsWith(`/${outcome.role}`)
	throw await redirectWithFlash(
		isOthers ? home : target,
		{ type: 'success', text: `Welcome, ${outcome.fullName}.` },
		{ headers },
	)
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<z.input<typeof LoginForm>>({
		id: 'login',
		lastResult: actionData?.result,
		defaultValue: { email: loaderData.email, redirectTo: loaderData.redirectTo },
		constraint: { email: { required: true }, password: { required: true } },
	})
	return (
		<AuthPage title="Log in" intro="Welcome back. Your spaces are where you left them.">
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} title={actionData?.title} />
				{fields.redirectTo.defaultValue ? (
					<input type="hidden" name="redirectTo" value={fields.redirectTo.defaultValue} />
				) : null}
				<InputField
					field={fields.email}
					label="E-mail"
					type="email"
					autoComplete="username"
					maxLength={254}
				/>
				<PasswordField
					field={fields.password}
					label="Password"
					autoComplete="current-password"
					maxLength={128}
				/>
				<p className="-mt-3 text-sm">
					<a className="link" href="/forgot-password">
						Forgot Password?
					</a>
				</p>
				<Button wide data-busy="Logging in...">
					Log In
				</Button>
			</form>
			{loaderData.google ? <GoogleSignIn /> : null}
			<p className="text-sm text-muted">
				Not a member yet?{' '}
				<a className="link" href="/register">
					Register
				</a>
			</p>
		</AuthPage>
	)
}
