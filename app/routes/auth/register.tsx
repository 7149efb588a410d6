import { useForm } from '@conform-to/react'
import { data, redirect } from 'react-router'
import type { z } from 'zod'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { startRegistration } from '~/domain/accounts/registration.commands.server'
import { TEXT } from '~/domain/accounts/rules'
import { RegisterForm } from '~/domain/accounts/schema'
import { onTheWayTo } from '~/domain/accounts/ways'
import { askForCookie, cookieRefusal } from '~/server/cookie-check.server'
import { env } from '~/server/env.server'
import { flowCookies, readFlow, rememberEmail, rememberedEmail } from '~/server/flow-cookies.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { destinationOf, optionalAccount } from '~/server/guards.server'
import { keptForEveryGuest } from '~/server/guest-page.server'
import { asking } from '~/server/request-context.server'
import { AuthPage, GoogleSignIn, OtherDoor } from '~/ui/auth-page'
import { Button } from '~/ui/button'
import { CookieCheck } from '~/ui/cookie-check'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckField, NewPasswordFields, PERSON_LABELS, PersonFields } from '~/ui/field'
import { pageMeta } from '~/ui/page-meta'
import type { Route } from './+types/register'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'Register',
		description:
			'Open an account to buy, show and transfer digital spaces on the grid. Two names, an address and a password; a code by mail confirms it.',
		path: '/register',
		origin: matches[0].loaderData.origin,
	})

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/* Section 2.2: registration sends signed-in visitors to the home page, unlike the other guest pages. */
async function requireStranger(request: Request) {
	if (await optionalAccount(request)) throw redirect('/')
}

/** Guests all get the same form. */
export const middleware: Route.MiddlewareFunction[] = [keptForEveryGuest]

export async function loader({ request }: Route.LoaderArgs) {
	await requireStranger(request)
	await askForCookie()
	const known = await readFlow(request, 'registration')
	const step = await orRefusal(() => getCodeStep(known, 'registration', Date.now()), {
		message: TEXT.unexpected,
	})
	const unreadable = step && 'ok' in step ? step.message : undefined
	const earlier = step && 'email' in step ? step : undefined
	const page = {
		typed: {
			firstName: earlier?.firstName,
			lastName: earlier?.lastName,
			email: earlier?.email ?? (await rememberedEmail(request)),
		},
		google: env.google !== undefined,
		redirectTo: destinationOf(request),
		unreadable,
	}
	return data(page, { status: unreadable ? 500 : 200 })
}

export async function action({ request }: Route.ActionArgs) {
	await requireStranger(request)
	const fields = await readForm(request)
	const submission = parseForm(fields, RegisterForm)
	const withoutCookies = cookieRefusal(request, fields)
	if (withoutCookies || submission.status !== 'success') return refuse(submission, withoutCookies)
	const form = submission.value
	const known = await readFlow(request, 'registration')
	const outcome = await orRefusal(() => startRegistration(form, { ...asking(), known }), {
		title: TEXT.registrationFailed,
		message: TEXT.unexpected,
	})
	if (!outcome.ok) return refuse(submission, outcome)
	const headers = new Headers()
	headers.append('Set-Cookie', await flowCookies.registration.serialize(outcome.challengeId))
	headers.append('Set-Cookie', await rememberEmail(form.email))
	throw redirect(onTheWayTo(destinationOf(request), '/verify-otp'), { headers })
}

const LABELS = {
	...PERSON_LABELS,
	password: 'Password',
	confirmPassword: 'Confirm password',
	terms: 'Terms and Policy',
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<z.input<typeof RegisterForm>>({
		id: 'register',
		lastResult: actionData?.result,
		defaultValue: loaderData.typed,
		constraint: {
			firstName: { required: true },
			lastName: { required: true },
			email: { required: true },
			password: { required: true },
			confirmPassword: { required: true },
		},
	})
	return (
		<AuthPage
			title="JOIN THE ELITE"
			intro="Open an account. We shall send a code to your e-mail address to confirm it."
		>
			<form-checks of="register">
				<form method="post" id={form.id} className="form">
					{loaderData.unreadable && !actionData ? (
						<ErrorSummary items={[{ text: loaderData.unreadable }]} />
					) : (
						<ErrorSummary form={form} labels={LABELS} title={actionData?.title} />
					)}
					<CookieCheck />
					<PersonFields fields={fields} />
					<NewPasswordFields
						password={fields.password}
						label={LABELS.password}
						confirm={fields.confirmPassword}
					/>
					<CheckField
						field={fields.terms}
						label={
							<>
								I am 18 or older and accept the{' '}
								<a className="link" href="/policy-terms" target="_blank" rel="noopener">
									Terms and Policy
								</a>
							</>
						}
					/>
					<Button wide busy="Signing up...">
						Sign Up
					</Button>
				</form>
			</form-checks>
			{loaderData.google ? <GoogleSignIn redirectTo={loaderData.redirectTo} /> : null}
			<OtherDoor question="Already a member?" href={onTheWayTo(loaderData.redirectTo, '/login')}>
				Login
			</OtherDoor>
		</AuthPage>
	)
}
