import { redirect } from 'react-router'
import {
	findEmailChange,
	finishEmailChange,
	resendEmailCode,
} from '~/domain/accounts/profile/email-change.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { CODE_TRIES, TEXT } from '~/domain/accounts/rules'
import { codeForm, ResendForm } from '~/domain/accounts/schema'
import { isWithheld } from '~/domain/accounts/sign-in/withheld-codes.server'
import { endFlow, readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireAccount } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { readForm, submitForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { CodeStep } from '~/ui/forms/code-step'
import { DialogPage } from '~/ui/forms/dialog-page'
import { AddressText } from '~/ui/layout/auth-page'
import type { Route } from './+types/setting-email-verify'

async function requireStep(request: Request) {
	const account = await requireAccount(request)
	const known = await readFlow(request, 'email-change')
	const challenge = known && (await findEmailChange(known, account.id, Date.now()))
	if (!challenge) throw redirect(`/${account.role}/setting/email`)
	return { account, challenge }
}

export async function loader({ request }: Route.LoaderArgs) {
	const { account, challenge } = await requireStep(request)
	const { email, expiresAt, resendAfter } = challenge
	const triesLeft = Math.max(0, CODE_TRIES - challenge.attempts)
	const isSentBefore = isWithheld(challenge)
	return { area: account.role, email, expiresAt, resendAfter, triesLeft, isSentBefore, now: Date.now() }
}

export async function action({ request }: Route.ActionArgs) {
	const { account, challenge } = await requireStep(request)
	const form = await readForm(request)
	const settings = `/${account.role}/setting`
	switch (form.get('intent')) {
		case 'verify': {
			const finish = async ({ digit }: { digit: string }) => {
				const outcome = await finishEmailChange(challenge.id, digit, account, currentCaller())
				if (outcome.ok || outcome.code !== 'another-code') return outcome
				throw await redirectWithFlash(`${settings}/email/verify`, { type: 'info', text: outcome.message })
			}
			const sent = await submitForm(form, codeForm(), finish, { title: PROFILE_TEXT.emailFailed })
			if (!sent.ok) return sent.reply
			const cookies = [endFlow('email-change'), startFlow('typed-email', sent.outcome.email)]
			throw await redirectWithFlash(settings, PROFILE_TEXT.emailUpdated, cookies)
		}
		case 'resend': {
			const resend = () => resendEmailCode(challenge.id, currentCaller())
			const sent = await submitForm(form, ResendForm, resend, { title: TEXT.resendFailed })
			if (!sent.ok) return sent.reply
			const message = { type: 'success', text: TEXT.codeResent, seconds: 3 } as const
			throw await redirectWithFlash(`${settings}/email/verify`, message)
		}
		default:
			throw badRequest()
	}
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { area, isSentBefore, ...step } = loaderData
	const address = <AddressText>{step.email}</AddressText>
	return (
		<DialogPage
			title="Enter your code"
			backHref={`/${area}/setting`}
			intro={
				isSentBefore ? (
					<>
						A code of six digits has already been sent to {address}. Your address changes when you enter the
						newest one in that mailbox.
					</>
				) : (
					<>We have sent a code of six digits to {address}. Your address changes when you enter it.</>
				)
			}
			narrow
		>
			<CodeStep {...step} refused={actionData} verify="Change email" resend="Resend code" />
			<p className="text-sm">
				<a className="link" href={`/${area}/setting/email`}>
					Use another address
				</a>
			</p>
		</DialogPage>
	)
}
