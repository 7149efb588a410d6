import { getCodeStep } from '~/domain/accounts/queries.server'
import { resendResetCode, verifyResetCode } from '~/domain/accounts/reset.commands.server'
import { CODE_TRIES, TEXT } from '~/domain/accounts/rules'
import { joinDigits } from '~/domain/accounts/schema'
import { badRequest } from '~/server/answers.server'
import { redirectWithFlash } from '~/server/flash.server'
import { flowCookies, readFlow } from '~/server/flow-cookies.server'
import { orRefusal, readForm, sayAgain } from '~/server/form.server'
import { requireGuest } from '~/server/guards.server'
import { asking } from '~/server/request-context.server'
import { AuthPage } from '~/ui/auth-page'
import { CodeStep, StepUnreadable } from '~/ui/code-step'
import { stepMeta } from '~/ui/page-meta'
import type { Route } from './+types/verify-user'

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Enter your code',
		'Enter the code of six digits that we have sent to your e-mail address, to set a new password.',
	)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

async function requireStep(request: Request) {
	await requireGuest(request)
	const known = await readFlow(request, 'reset')
	const step = await orRefusal(() => getCodeStep(known, 'reset', Date.now()), { message: TEXT.unexpected })
	if (!step) throw await redirectWithFlash('/forgot-password', { type: 'error', text: TEXT.emailFirst })
	return step
}

export async function loader({ request }: Route.LoaderArgs) {
	const step = await requireStep(request)
	if ('ok' in step) return sayAgain(step)
	const { email, expiresAt, resendAfter, triesLeft } = step
	return { email, expiresAt, resendAfter, triesLeft, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const step = await requireStep(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'verify': {
			if ('ok' in step) return sayAgain(step)
			const code = joinDigits(form.getAll('digit'))
			if (!code) return sayAgain({ message: 'Please enter complete OTP', field: 'digit', status: 400 })
			const outcome = await orRefusal(() => verifyResetCode(step.id, code, asking()), {
				message: TEXT.unexpected,
			})
			if (!outcome.ok) return sayAgain({ field: 'digit', ...outcome })
			const headers = new Headers()
			headers.append('Set-Cookie', await flowCookies.resetGrant.serialize(outcome.grant))
			headers.append('Set-Cookie', await flowCookies.reset.serialize('', { maxAge: 0 }))
			throw await redirectWithFlash(
				'/reset-password',
				{ type: 'success', text: TEXT.codeVerified, seconds: 3 },
				{ headers },
			)
		}
		case 'resend': {
			if ('ok' in step) return sayAgain({ ...step, title: TEXT.resendResetFailed })
			const outcome = await orRefusal(() => resendResetCode(step.id, asking()), {
				title: TEXT.resendResetFailed,
				message: TEXT.unexpected,
			})
			if (!outcome.ok) return sayAgain(outcome)
			throw await redirectWithFlash('/verify-user', {
				type: 'success',
				text: TEXT.resetCodeResent,
				seconds: 3,
			})
		}
		default:
			throw badRequest()
	}
}

const TITLE = 'Enter your code'

export default function VerifyUser({ loaderData, actionData }: Route.ComponentProps) {
	const back = { href: '/forgot-password', label: 'Use another address' }
	if (!('email' in loaderData)) {
		return (
			<AuthPage title={TITLE} back={back}>
				<StepUnreadable refusal={actionData ?? loaderData} href="/verify-user" />
			</AuthPage>
		)
	}
	return (
		<AuthPage
			title={TITLE}
			intro={
				<>
					If <strong className="font-semibold break-words text-fg">{loaderData.email}</strong> belongs to an
					account, a code of six digits is on its way there. It may be tried {CODE_TRIES} times.
				</>
			}
			back={back}
		>
			<CodeStep {...loaderData} refusal={actionData} verify="Verify" resend="Resend code" />
		</AuthPage>
	)
}
