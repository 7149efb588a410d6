import { data, redirect } from 'react-router'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { TEXT } from '~/domain/accounts/rules'
import { RegisterForm } from '~/domain/accounts/schema'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { startRegistration } from '~/domain/accounts/sign-in/registration.commands.server'
import { email } from '~/domain/fields'
import { readChosen } from '~/domain/grid/chosen.server'
import { readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { optionalAccount, readDestination } from '~/server/auth/guards.server'
import { askForCookie, checkCookies } from '~/server/forms/cookie-check.server'
import { redirectWithCookies } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { loadOrNull } from '~/server/http/loading.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { CONFIRM_PASSWORD, CookieCheck, newPassword, PERSON } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { AlternativeSignIn, AuthPage, GoogleSignIn, TERMS } from '~/ui/layout/auth-page'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/register'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Register',
		description:
			'Open an account to buy, show and transfer digital spaces on the grid. Register with your name, email and a password. We will email you a code.',
		path: '/register',
	})

/* Registration redirects signed-in visitors to the home page, unlike the other guest pages; or to the target of a link
   in an email. */
async function requireStranger(request: Request) {
	if (await optionalAccount(request)) throw redirect(readDestination(request) || '/')
}

/* Reads the address that a link in an email fills in. */
function emailInLink(request: Request): string | undefined {
	return email().safeParse(new URL(request.url).searchParams.get('email')).data
}

/** The same form for all guests. */
export const handle = { cacheForGuests: { params: ['redirectTo', 'email'] } satisfies CacheForGuests }

export async function loader({ request }: Route.LoaderArgs) {
	await requireStranger(request)
	await askForCookie()
	const known = await readFlow(request, 'registration')
	const step = await catchUnexpected(() => getCodeStep(known, 'registration', Date.now()))
	const unreadable = step && 'ok' in step ? step.message : undefined
	const earlier = step && 'email' in step ? step : undefined
	const page = {
		typed: {
			firstName: earlier?.firstName,
			lastName: earlier?.lastName,
			terms: earlier && 'on',
			email: emailInLink(request) ?? earlier?.email ?? (await readFlow(request, 'typed-email')),
		},
		google: env.google !== undefined,
		redirectTo: readDestination(request),
		chosen: await loadOrNull(() => readChosen(readDestination(request), Date.now())),
		unreadable,
	}
	return data(page, { status: unreadable ? 500 : 200 })
}

export async function action({ request }: Route.ActionArgs) {
	await requireStranger(request)
	const fields = await readForm(request)
	const submission = parseForm(fields, RegisterForm)
	const withoutCookies = checkCookies(request, fields)
	if (withoutCookies || submission.status !== 'success') return formReply(submission, withoutCookies)
	const form = submission.value
	const known = await readFlow(request, 'registration')
	const start = () => startRegistration(form, { ...currentCaller(), known })
	const outcome = await catchUnexpected(start, { title: TEXT.registrationFailed })
	if (!outcome.ok) return formReply(submission, outcome)
	const cookies = [startFlow('registration', outcome.challengeId), startFlow('typed-email', form.email)]
	throw await redirectWithCookies(withRedirectTo(readDestination(request), '/verify-otp'), cookies)
}

const TABLE = {
	...PERSON,
	password: newPassword('Password'),
	confirmPassword: CONFIRM_PASSWORD,
	terms: TERMS,
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
	const { typed, unreadable, redirectTo, google, chosen } = loaderData
	const isInvited = redirectTo.startsWith('/user/invitations/')
	return (
		<AuthPage
			isListed
			title="JOIN THE ELITE"
			lit={[54]}
			chosen={chosen}
			intro={`Open an account${isInvited ? ' to answer the invitation' : ''}. We will email you a code to confirm your address.`}
		>
			<form-checks of="register">
				<TableForm
					id="register"
					table={TABLE}
					values={typed}
					refused={actionData}
					intro={
						<>
							{unreadable && !actionData ? <ErrorSummary items={[{ text: unreadable }]} /> : null}
							<CookieCheck />
						</>
					}
				>
					<Button wide busy="Signing up...">
						Sign Up
					</Button>
				</TableForm>
			</form-checks>
			{google ? <GoogleSignIn redirectTo={redirectTo} /> : null}
			<AlternativeSignIn question="Already a member?" href={withRedirectTo(redirectTo, '/login')}>
				Login
			</AlternativeSignIn>
		</AuthPage>
	)
}
