import { redirect } from 'react-router'
import {
	findEmailChange,
	finishEmailChange,
	resendEmailCode,
} from '~/domain/accounts/profile/email-change.commands.server'
import { PROFILE_TEXT } from '~/domain/accounts/profile/profile-rules'
import { CODE_TRIES, TEXT } from '~/domain/accounts/rules'
import { joinDigits } from '~/domain/accounts/schema'
import { isWithheld } from '~/domain/accounts/sign-in/withheld-codes.server'
import { endFlow, readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { accountContext } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formError, readForm } from '~/server/forms/form.server'
import { badRequest } from '~/server/http/responses.server'
import { currentCaller } from '~/server/ops/caller.server'
import { CodeStep } from '~/ui/forms/code-step'
import { DialogPage } from '~/ui/forms/dialog-page'
import { AddressText } from '~/ui/layout/auth-page'
import type { Route } from './+types/setting-email-verify'

async function requireStep({ context, request }: Route.LoaderArgs | Route.ActionArgs) {
	const account = context.get(accountContext)
	const known = await readFlow(request, 'email-change')
	const challenge = known && (await findEmailChange(known, account.id, Date.now()))
	if (!challenge) throw redirect(`/${account.role}/setting/email`)
	return { account, challenge }
}

export async function loader(args: Route.LoaderArgs) {
	const { account, challenge } = await requireStep(args)
	const { email, expiresAt, resendAfter } = challenge
	const triesLeft = Math.max(0, CODE_TRIES - challenge.attempts)
	const isSentBefore = isWithheld(challenge)
	return { area: account.role, email, expiresAt, resendAfter, triesLeft, isSentBefore, now: Date.now() }
}

export async function action(args: Route.ActionArgs) {
	const { account, challenge } = await requireStep(args)
	const form = await readForm(args.request)
	const settings = `/${account.role}/setting`
	switch (form.get('intent')) {
		case 'verify': {
			const code = joinDigits(form.getAll('digit'))
			if (!code) return formError({ message: 'Please enter complete OTP', field: 'digit', status: 400 })
			const finish = () => finishEmailChange(challenge.id, code, account, currentCaller())
			const outcome = await catchUnexpected(finish)
			if (!outcome.ok && outcome.code === 'another-code') {
				throw await redirectWithFlash(`${settings}/email/verify`, { type: 'info', text: outcome.message })
			}
			if (!outcome.ok) return formError({ title: PROFILE_TEXT.emailFailed, ...outcome })
			const cookies = [endFlow('email-change'), startFlow('typed-email', outcome.email)]
			throw await redirectWithFlash(settings, PROFILE_TEXT.emailUpdated, cookies)
		}
		case 'resend': {
			const outcome = await catchUnexpected(() => resendEmailCode(challenge.id, currentCaller()))
			if (!outcome.ok) return formError({ title: TEXT.resendFailed, ...outcome })
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
			<CodeStep {...step} refusal={actionData} verify="Change email" resend="Resend code" />
			<p className="text-sm">
				<a className="link" href={`/${area}/setting/email`}>
					Use another address
				</a>
			</p>
		</DialogPage>
	)
}
