import { getCodeStep } from '~/domain/accounts/queries.server'
import { resendResetCode, verifyResetCode } from '~/domain/accounts/reset.commands.server'
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
import type { Route } from './+types/verify-user'

export const meta: Route.MetaFunction = () => [
	{ title: pageTitle('Enter your code') },
	{ name: 'robots', content: 'noindex' },
]

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

async function requireStep(request: Request) {
	await requireGuest(request)
	const step = await getCodeStep(request, 'reset', Date.now())
	if (!step) throw await redirectWithFlash('/forgot-password', { type: 'error', text: TEXT.emailFirst })
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
			if (!code) return sayAgain({ message: 'Please enter complete OTP', field: 'digit', status: 400 })
			const outcome = await orRefusal(() => verifyResetCode(id, code, asking()), { message: TEXT.unexpected })
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
			const outcome = await orRefusal(() => resendResetCode(id, asking()), {
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
			throw new Response(null, { status: 400 })
	}
}

export default function VerifyUser({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<AuthPage
			title="Enter your code"
			intro={
				<>
					If <strong className="font-semibold break-words text-fg">{loaderData.email}</strong> belongs to an
					account, a code of six digits is on its way there. It may be tried {CODE_TRIES} times.
				</>
			}
			back={{ href: '/forgot-password', label: 'Use another address' }}
		>
			<CodeStep {...loaderData} refusal={actionData} verify="Verify" resend="Resend code" />
		</AuthPage>
	)
}
