import { data } from 'react-router'
import { LoginForm as Schema } from '~/domain/accounts/schema'
import { loginReason, withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { readChosen } from '~/domain/grid/chosen.server'
import { readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { readDestination, requireGuest } from '~/server/auth/guards.server'
import { signInResponse } from '~/server/auth/sign-in-response.server'
import { askForCookie, checkCookies } from '~/server/forms/cookie-check.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { saveForm } from '~/server/forms/restored-form.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { loadOrNull } from '~/server/http/loading.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import { ButtonLink } from '~/ui/button'
import { LoginForm } from '~/ui/forms/login-form'
import { AlternativeSignIn, AuthPage } from '~/ui/layout/auth-page'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Log in',
		description:
			'Log in to your account to buy digital spaces, show your image and link on them, and follow your orders.',
		path: '/login',
	})

/** The same form for all guests. */
export const handle = { cacheForGuests: { params: ['redirectTo'] } satisfies CacheForGuests }

export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	await askForCookie()
	const redirectTo = readDestination(request)
	return {
		email: await readFlow(request, 'typed-email'),
		redirectTo,
		chosen: await loadOrNull(() => readChosen(redirectTo, Date.now())),
		google: env.google !== undefined,
	}
}

export async function action({ request }: Route.ActionArgs) {
	await requireGuest(request)
	const fields = await readForm(request)
	if (fields.get('intent') === 'google') return await goToGoogle(fields.get('sealedForm'))
	const submission = parseForm(fields, Schema)
	const withoutCookies = checkCookies(request, fields)
	if (withoutCookies || submission.status !== 'success') return formReply(submission, withoutCookies)
	const { redirectTo, sealedForm, ...form } = submission.value
	const outcome = await catchUnexpected(() => signIn(form, currentCaller()))
	const cookies = [startFlow('typed-email', form.email)]
	if (!outcome.ok) {
		const { data: refused, init } = formReply(submission, outcome)
		const headers = new Headers(init?.headers)
		// The page for a forgotten password knows the address then.
		for (const cookie of cookies) headers.append('Set-Cookie', await cookie)
		return data(refused, { ...init, headers })
	}
	throw await signInResponse(outcome, { redirectTo, sealedForm, cookies })
}

/* A form may not redirect to another site, so the page does: with a refresh, which needs no scripts. */
async function goToGoogle(sealedForm: FormDataEntryValue | null) {
	if (!env.google) throw badRequest()
	const kept = await catchUnexpected(() => saveForm(String(sealedForm), { now: Date.now() }))
	const headers = new Headers({ Refresh: '0;url=/auth/google' })
	if (kept.ok) headers.append('Set-Cookie', await startFlow('interrupted-form', kept.id))
	return data({ toGoogle: true }, { headers })
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	const { email, redirectTo, chosen, google } = loaderData
	if (actionData && 'toGoogle' in actionData) {
		return (
			<AuthPage isListed title="Continue with Google" intro="One moment. You are being taken to Google.">
				<ButtonLink variant="secondary" href="/auth/google">
					Continue
				</ButtonLink>
			</AuthPage>
		)
	}
	const register = withRedirectTo(redirectTo, '/register')
	return (
		<AuthPage isListed title="Log in" intro={`${loginReason(redirectTo)}, log in.`} chosen={chosen}>
			<LoginForm refused={actionData} email={email} redirectTo={redirectTo} google={google} />
			<AlternativeSignIn question="Not a member yet?" href={register}>
				Register
			</AlternativeSignIn>
		</AuthPage>
	)
}
