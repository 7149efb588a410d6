import { useForm } from '@conform-to/react'
import { redirect } from 'react-router'
import type { z } from 'zod'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { startRegistration } from '~/domain/accounts/registration.commands.server'
import { TEXT } from '~/domain/accounts/rules'
import { RegisterForm } from '~/domain/accounts/schema'
import { env } from '~/server/env.server'
import { flowCookies, readFlow, rememberEmail, rememberedEmail } from '~/server/flow-cookies.server'
import { orRefusal, parseForm, readForm, refuse } from '~/server/form.server'
import { optionalAccount } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { AuthPage, GoogleSignIn } from '~/ui/auth-page'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { CheckField, InputField, NewPasswordFields } from '~/ui/field'
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

export async function loader({ request }: Route.LoaderArgs) {
	await requireStranger(request)
	const step = await getCodeStep(request, 'registration', Date.now())
	return {
		typed: {
			firstName: step?.firstName,
			lastName: step?.lastName,
			email: step?.email ?? (await rememberedEmail(request)),
		},
		google: env.google !== undefined,
	}
}

export async function action({ request }: Route.ActionArgs) {
	await requireStranger(request)
	const submission = parseForm(await readForm(request), RegisterForm)
	if (submission.status !== 'success') return refuse(submission)
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
	throw redirect('/verify-otp', { headers })
}

const LABELS = {
	firstName: 'First name',
	lastName: 'Last name',
	email: 'E-mail',
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
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} labels={LABELS} title={actionData?.title} />
				<div className="grid gap-6 sm:grid-cols-2">
					<InputField
						field={fields.firstName}
						label={LABELS.firstName}
						autoComplete="given-name"
						maxLength={60}
					/>
					<InputField
						field={fields.lastName}
						label={LABELS.lastName}
						autoComplete="family-name"
						maxLength={60}
					/>
				</div>
				<InputField
					field={fields.email}
					label={LABELS.email}
					type="email"
					autoComplete="email"
					maxLength={254}
				/>
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
				<Button wide data-busy="Signing up...">
					Sign Up
				</Button>
			</form>
			{loaderData.google ? <GoogleSignIn /> : null}
			<p className="text-sm text-muted">
				Already a member?{' '}
				<a className="link" href="/login">
					Login
				</a>
			</p>
		</AuthPage>
	)
}
