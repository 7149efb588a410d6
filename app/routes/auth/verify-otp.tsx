import { redirect } from 'react-router'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { finishRegistration, resendRegistrationCode } from '~/domain/accounts/registration.commands.server'
import { CODE_TRIES, TEXT } from '~/domain/accounts/rules'
import { joinDigits } from '~/domain/accounts/schema'
import { onTheWayTo } from '~/domain/accounts/ways'
import { badRequest } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { flowCookies, readFlow } from '~/server/flow-cookies.server'
import { orRefusal, readForm, sayAgain } from '~/server/form.server'
import { destinationOf, requireGuest, safeRedirect } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { AuthPage } from '~/ui/auth-page'
import { CodeStep, StepUnreadable } from '~/ui/code-step'
import { stepMeta } from '~/ui/page-meta'
import type { Route } from './+types/verify-otp'

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Verify your e-mail',
		'Enter the code of six digits that we have sent to your e-mail address, to open your account.',
	)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

async function requireStep(request: Request) {
	await requireGuest(request)
	const known = await readFlow(request, 'registration')
	const step = await orRefusal(() => getCodeStep(known, 'registration', Date.now()), {
		message: TEXT.unexpected,
	})
	if (!step) throw redirect(onTheWayTo(destinationOf(request), '/register'))
	return step
}

export async function loader({ request }: Route.LoaderArgs) {
	const step = await requireStep(request)
	if ('ok' in step) return sayAgain(step)
	const { email, expiresAt, resendAfter, triesLeft } = step
	const redirectTo = destinationOf(request)
	return { email, expiresAt, resendAfter, triesLeft, redirectTo, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const step = await requireStep(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'verify': {
			if ('ok' in step) return sayAgain({ ...step, title: TEXT.verificationFailed })
			const code = joinDigits(form.getAll('digit'))
			if (!code) return sayAgain({ message: 'Please enter the complete OTP', field: 'digit', status: 400 })
			const outcome = await orRefusal(() => finishRegistration(step.id, code, asking()), {
				message: TEXT.unexpected,
			})
			if (!outcome.ok) return sayAgain({ title: TEXT.verificationFailed, field: 'digit', ...outcome })
			const headers = new Headers()
			headers.append('Set-Cookie', outcome.cookie)
			headers.append('Set-Cookie', await flowCookies.registration.serialize('', { maxAge: 0 }))
			throw await redirectWithFlash(
				safeRedirect(destinationOf(request), '/user/dashboard'),
				{ type: 'success', text: TEXT.emailVerified, seconds: 3 },
				{ headers },
			)
		}
		case 'resend': {
			if ('ok' in step) return sayAgain({ ...step, title: TEXT.resendFailed })
			const outcome = await orRefusal(() => resendRegistrationCode(step.id, asking()), {
				title: TEXT.resendFailed,
				message: TEXT.unexpected,
			})
			if (!outcome.ok) return sayAgain(outcome)
			const again = onTheWayTo(destinationOf(request), '/verify-otp')
			throw await redirectWithFlash(again, { type: 'success', text: TEXT.codeResent, seconds: 3 })
		}
		default:
			throw badRequest()
	}
}

const TITLE = 'Verify Your Email'

export default function VerifyOtp({ loaderData, actionData }: Route.ComponentProps) {
	const label = 'Back to Registration'
	if (!('email' in loaderData)) {
		return (
			<AuthPage title={TITLE} back={{ href: '/register', label }}>
				<StepUnreadable refusal={actionData ?? loaderData} href="/verify-otp" />
			</AuthPage>
		)
	}
	const { redirectTo, ...step } = loaderData
	return (
		<AuthPage
			title={TITLE}
			intro={
				<>
					We have sent a code of six digits to{' '}
					<strong className="font-semibold break-words text-fg">{step.email}</strong>. It may be tried{' '}
					{CODE_TRIES} times.
				</>
			}
			back={{ href: onTheWayTo(redirectTo, '/register'), label }}
		>
			<CodeStep {...step} refusal={actionData} verify="Verify Email" resend="Resend OTP" />
		</AuthPage>
	)
}
