import { data, redirect } from 'react-router'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { TEXT } from '~/domain/accounts/rules'
import { codeForm, ResendForm } from '~/domain/accounts/schema'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import {
	finishRegistration,
	resendRegistrationCode,
} from '~/domain/accounts/sign-in/registration.commands.server'
import { readChosen } from '~/domain/grid/chosen.server'
import { endFlow, readFlow } from '~/server/auth/flow-cookies.server'
import { readDestination, requireGuest, safeRedirect } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm, refusalInit, submitForm } from '~/server/forms/form.server'
import { loadOrNull } from '~/server/http/loading.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { CodeStep, StepUnreadable } from '~/ui/forms/code-step'
import { AddressText, AuthPage } from '~/ui/layout/auth-page'
import type { Route } from './+types/verify-otp'

async function requireStep(request: Request) {
	await requireGuest(request)
	const known = await readFlow(request, 'registration')
	const step = await catchUnexpected(() => getCodeStep(known, 'registration', Date.now()))
	if (!step) throw redirect(withRedirectTo(readDestination(request), '/register'))
	return step
}

export async function loader({ request }: Route.LoaderArgs) {
	const step = await requireStep(request)
	if ('ok' in step) return data({ message: step.message }, refusalInit(step))
	const redirectTo = readDestination(request)
	const chosen = await loadOrNull(() => readChosen(redirectTo, Date.now()))
	return { ...step, redirectTo, chosen, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const step = await requireStep(request)
	const form = await readForm(request)
	const again = withRedirectTo(readDestination(request), '/verify-otp')
	switch (form.get('intent')) {
		case 'verify': {
			const verify = async ({ digit }: { digit: string }) => {
				if ('ok' in step) return step
				const outcome = await finishRegistration(step.id, digit, currentCaller())
				if (outcome.ok || outcome.code !== 'another-code') return outcome
				throw await redirectWithFlash(again, { type: 'info', text: outcome.message })
			}
			const sent = await submitForm(form, codeForm('Please enter the complete OTP'), verify, {
				title: TEXT.verificationFailed,
				field: 'digit',
			})
			if (!sent.ok) return sent.reply
			const page = safeRedirect(readDestination(request), '/user/dashboard')
			const message = { type: 'success', text: TEXT.emailVerified, seconds: 3 } as const
			throw await redirectWithFlash(page, message, [sent.outcome.cookie, endFlow('registration')])
		}
		case 'resend': {
			const resend = async () =>
				'ok' in step ? step : await resendRegistrationCode(step.id, currentCaller())
			const sent = await submitForm(form, ResendForm, resend, { title: TEXT.resendFailed })
			if (!sent.ok) return sent.reply
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
				<StepUnreadable {...loaderData} title={actionData?.title} href="/verify-otp" />
			</AuthPage>
		)
	}
	const { redirectTo, isWithheld, chosen, ...step } = loaderData
	const address = <AddressText>{step.email}</AddressText>
	return (
		<AuthPage
			title={TITLE}
			lit={[615, 616, 617, 655, 656, 657, 695, 696, 697]}
			chosen={chosen}
			intro={
				isWithheld ? (
					<>
						A code of six digits has already been sent to {address}. Please enter the newest one in that
						mailbox.
					</>
				) : (
					<>We have sent a code of six digits to {address}.</>
				)
			}
			back={{ href: withRedirectTo(redirectTo, '/register'), label }}
		>
			<CodeStep {...step} refused={actionData} verify="Verify Email" resend="Resend OTP" />
		</AuthPage>
	)
}
