import { redirect } from 'react-router'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { finishRegistration, resendRegistrationCode } from '~/domain/accounts/registration.commands.server'
import { CODE_TRIES, TEXT } from '~/domain/accounts/rules'
import { joinDigits } from '~/domain/accounts/schema'
import { redirectWithFlash } from '~/server/flash.server'
import { flowCookies } from '~/server/flow-cookies.server'
import { orRefusal, readForm, sayAgain } from '~/server/form.server'
import { requireGuest } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { AuthPage } from '~/ui/auth-page'
import { CodeStep } from '~/ui/code-step'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/verify-otp'

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle('Verify your e-mail') },
	{ name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

async function requireStep(request: Request) {
	await requireGuest(request)
	const step = await getCodeStep(request, 'registration', Date.now())
	if (!step) throw redirect('/register')
	return step
}

export async function loader({ request }: Route.LoaderArgs) {
	const { email, expiresAt, resendAfter } = await requireStep(request)
	return { email, expiresAt, resendAfter, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireStep(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'verify': {
			const code = joinDigits(form.getAll('digit'))
			if (!code) return sayAgain({ message: 'Please enter the complete OTP', field: 'digit', status: 400 })
			const outcome = await orRefusal(() => finishRegistration(id, code, asking()), {
				message: TEXT.unexpected,
			})
			if (!outcome.ok) return sayAgain({ title: TEXT.verificationFailed, field: 'digit', ...outcome })
			const headers = new Headers()
			headers.append('Set-Cookie', outcome.cookie)
			headers.append('Set-Cookie', await flowCookies.registration.serialize('', { maxAge: 0 }))
			throw await redirectWithFlash(
				'/user/dashboard',
				{ type: 'success', text: TEXT.emailVerified, seconds: 3 },
				{ headers },
			)
		}
		case 'resend': {
			const outcome = await orRefusal(() => resendRegistrationCode(id, asking()), {
				title: TEXT.resendFailed,
				message: TEXT.unexpected,
			})
			if (!outcome.ok) return sayAgain(outcome)
			throw await redirectWithFlash('/verify-otp', { type: 'success', text: TEXT.codeResent, seconds: 3 })
		}
		default:
			throw new Response(null, { status: 400 })
	}
}

export default function VerifyOtp({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<AuthPage
			title="Verify Your Email"
			intro={
				<>
					We have sent a code of six digits to{' '}
					<strong className="font-semibold break-words text-fg">{loaderData.email}</strong>. It may be tried{' '}
					{CODE_TRIES} times.
				</>
			}
			back={{ href: '/register', label: 'Back to Registration' }}
		>
			<CodeStep {...loaderData} refusal={actionData} verify="Verify Email" resend="Resend OTP" />
		</AuthPage>
	)
}
