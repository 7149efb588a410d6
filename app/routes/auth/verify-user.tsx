import { data } from 'react-router'
import { getCodeStep } from '~/domain/accounts/queries.server'
import { TEXT } from '~/domain/accounts/rules'
import { codeForm, ResendForm } from '~/domain/accounts/schema'
import { resendResetCode, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import { endFlow, readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, readForm, refusalInit, submitForm } from '~/server/forms/form.server'
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
	if ('ok' in step) return data({ message: step.message }, refusalInit(step))
	return { ...step, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const step = await requireStep(request)
	const form = await readForm(request)
	switch (form.get('intent')) {
		case 'verify': {
			const verify = async ({ digit }: { digit: string }) => {
				if ('ok' in step) return step
				const outcome = await verifyResetCode(step.id, digit, currentCaller())
				if (outcome.ok || outcome.code !== 'another-code') return outcome
				throw await redirectWithFlash('/verify-user', { type: 'info', text: outcome.message })
			}
			const sent = await submitForm(form, codeForm(), verify, { field: 'digit' })
			if (!sent.ok) return sent.reply
			const message = { type: 'success', text: TEXT.codeVerified, seconds: 3 } as const
			const cookies = [startFlow('reset-grant', sent.outcome.grant), endFlow('reset')]
			throw await redirectWithFlash('/reset-password', message, cookies)
		}
		case 'resend': {
			const resend = async () => ('ok' in step ? step : await resendResetCode(step.id, currentCaller()))
			const sent = await submitForm(form, ResendForm, resend, { title: TEXT.resendResetFailed })
			if (!sent.ok) return sent.reply
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
				<StepUnreadable {...loaderData} title={actionData?.title} href="/verify-user" />
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
			<CodeStep {...step} refused={actionData} verify="Verify" resend="Resend code" />
		</AuthPage>
	)
}
