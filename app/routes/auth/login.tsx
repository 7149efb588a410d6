import { data } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { LoginForm as Schema } from '~/domain/accounts/schema'
import { signIn } from '~/domain/accounts/sign-in.commands.server'
import { onTheWayTo, whyLogIn } from '~/domain/accounts/ways'
import { badRequest } from '~/server/answers.server'
import { keepForm } from '~/server/carried-form.server'
import { askForCookie, cookieRefusal } from '~/server/cookie-check.server'
import { env } from '~/server/env.server'
import { flowCookies, rememberEmail, rememberedEmail } from '~/server/flow-cookies.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { destinationOf, requireGuest } from '~/server/guards.server'
import { keptForEveryGuest } from '~/server/guest-page.server'
import { asking } from '~/server/request-context.server'
import { answerSignIn } from '~/server/sign-in-answer.server'
import { AuthPage, OtherDoor } from '~/ui/auth-page'
import { ButtonLink } from '~/ui/button'
import { LoginForm } from '~/ui/login-form'
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

/** Guests all get the same form. */
export const middleware: Route.MiddlewareFunction[] = [keptForEveryGuest]

export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	await askForCookie()
	return {
		email: await rememberedEmail(request),
		redirectTo: destinationOf(request),
		google: env.google !== undefined,
	}
}

export async function action({ request }: Route.ActionArgs) {
	await requireGuest(request)
	const fields = await readForm(request)
	if (fields.get('intent') === 'google') return await goToGoogle(fields.get('carried'))
	const submission = parseForm(fields, Schema)
	const withoutCookies = cookieRefusal(request, fields)
	if (withoutCookies || submission.status !== 'success') return refuse(submission, withoutCookies)
	const { redirectTo, carried, ...form } = submission.value
	const outcome = await orRefusal(() => signIn(form, asking()), { message: TEXT.unexpected })
	if (!outcome.ok) return refuse(submission, outcome)
	const headers = new Headers({ 'Set-Cookie': await rememberEmail(form.email) })
	throw await answerSignIn(outcome, { redirectTo, carried, headers })
}

/* A form may not lead to another site, so the page does: with a refresh, which needs no scripts. */
async function goToGoogle(carried: FormDataEntryValue | null) {
	if (!env.google) throw badRequest()
	const kept = await orRefusal(() => keepForm(String(carried), { now: Date.now() }), {
		message: TEXT.unexpected,
	})
	const headers = new Headers({ Refresh: '0;url=/auth/google' })
	if (kept.ok) headers.append('Set-Cookie', await flowCookies.interrupted.serialize(kept.id))
	return data({ toGoogle: true }, { headers })
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
	const { email, redirectTo, google } = loaderData
	if (actionData && 'toGoogle' in actionData) {
		return (
			<AuthPage title="Continue with Google" intro="One moment. You are being taken to Google.">
				<ButtonLink variant="secondary" href="/auth/google">
					Continue
				</ButtonLink>
			</AuthPage>
		)
	}
	return (
		<AuthPage title="Log in" intro={whyLogIn(redirectTo)}>
			<LoginForm refused={actionData} defaultValue={{ email, redirectTo }} google={google} />
			<OtherDoor question="Not a member yet?" href={onTheWayTo(redirectTo, '/register')}>
				Register
			</OtherDoor>
		</AuthPage>
	)
}
