import { getCodeStep } from '~/domain/accounts/queries.server'
import { TEXT } from '~/domain/accounts/rules'
import { joinDigits } from '~/domain/accounts/schema'
import { resendResetCode, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import { endFlow, readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formError, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { CodeStep, StepUnreadable } from '~/ui/forms/code-step'
import { AddressText, AuthPage } from '~/ui/layout/auth-page'
import type { Route } from './+types/verify-user'

async function requireStep(request: Request) {
	await requireGuest(request)
	const known = await readFlow(request, 'reset')
	const step = await catchUnexpected(() => getCodeStep(known, 'reset', Date.now()))
	if (!step) throw await redirectWithFlash('/forgot-password', { type: 'error', text: TEXT.emailFirst })
	return step
}

export async function loader({ request }: Route.LoaderArgs) {
	const step = await requireStep(request)
	if ('ok' in step) return formError(step)
	return { ...step, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const step = await requireStep(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'verify': {
			if ('ok' in step) return formError(step)
			const code = joinDigits(form.getAll('digit'))
			if (!code) return formError({ message: 'Please enter complete OTP', field: 'digit', status: 400 })
			const outcome = await catchUnexpected(() => verifyResetCode(step.id, code, currentCaller()))
			if (!outcome.ok) {
				if (outcome.code === 'another-code') {
					throw await redirectWithFlash('/verify-user', { type: 'info', text: outcome.message })
				}
				return formError({ field: 'digit', ...outcome })
			}
			const message = { type: 'success', text: TEXT.codeVerified, seconds: 3 } as const
			const cookies = [startFlow('reset-grant', outcome.grant), endFlow('reset')]
			throw await redirectWithFlash('/reset-password', message, cookies)
		}
		case 'resend': {
			if ('ok' in step) return formError({ ...step, title: TEXT.resendResetFailed })
			const resend = () => resendResetCode(step.id, currentCaller())
			const outcome = await catchUnexpected(resend, { title: TEXT.resendResetFailed })
			if (!outcome.ok) return formError(outcome)
			const message = { type: 'success', text: TEXT.resetCodeResent, seconds: 3 } as const
			throw await redirectWithFlash('/verify-user', message)
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
	const { isWithheld, ...step } = loaderData
	const address = <AddressText>{step.email}</AddressText>
	return (
		<AuthPage
			title={TITLE}
			intro={
				isWithheld ? (
					<>
						If {address} belongs to an account, a code of six digits has already been sent there. Please enter
						the newest one in that mailbox.
					</>
				) : (
					<>If {address} belongs to an account, a code of six digits is on its way there.</>
				)
			}
			back={back}
		>
			<CodeStep {...step} refusal={actionData} verify="Verify" resend="Resend code" />
		</AuthPage>
	)
}
