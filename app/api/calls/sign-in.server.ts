import { z } from 'zod'
import { endOneSession } from '~/domain/accounts/profile/sessions.commands.server'
import {
	BAD_PASSWORD,
	codeSentAlready,
	isPersonalPassword,
	resendTooEarly,
	TEXT,
} from '~/domain/accounts/rules'
import { ForgotPasswordForm, LoginForm, newPassword, SecondFactorForm } from '~/domain/accounts/schema'
import { passSecondFactor } from '~/domain/accounts/second-factor/second-factor-sign-in.commands.server'
import { findAskedFrom } from '~/domain/accounts/sign-in/challenges.server'
import {
	finishRegistration,
	resendRegistrationCode,
	startRegistration,
} from '~/domain/accounts/sign-in/registration.commands.server'
import { resetPassword, startReset, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import { type SignedIn, signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { email, personName } from '~/domain/fields'
import { done, operation, type Refused } from '../operation.server'
import { Id, Nothing } from '../wire'

const group = 'Signing in'
const Token = z.object({
	token: z.string().meta({ description: 'Shown only once. Send it as `Authorization: Bearer`.' }),
})
const SignedInData = z.object({ role: z.enum(['user', 'admin']), full_name: z.string() })
const Challenge = Id.optional().meta({
	description: 'From the answer that announced the code. Without it, the newest that your network asked for.',
})
const otp = z.string({ error: 'Please enter complete OTP' }).regex(/^[0-9]{6}$/, 'Please enter complete OTP')
const EmailAndCode = z.object({ email: email(), otp, challenge: Challenge })

const letIn = ({ role, fullName }: SignedIn, token: string) =>
	done({ role, full_name: fullName }, 'Login successful', { token })

export const signInCalls = [
	operation({
		method: 'POST',
		path: '/user/login',
		group,
		summary: 'Log in: a bearer token, or the question for the second factor',
		who: 'anybody',
		body: LoginForm.pick({ email: true, password: true }),
		example: { email: 'ada@example.test', password: 'correct horse battery' },
		data: SignedInData,
		beside: Token,
		refusal: { code: 'wrong-credentials', status: 401 },
		async run({ body, by }) {
			const outcome = await signIn(body, by)
			if (!outcome.ok) return outcome
			if (outcome.next === 'in') return letIn(outcome, outcome.cookie)
			const { challengeId: challenge } = outcome
			const message = 'Please send the code of your authenticator app.'
			return { ok: false, status: 401, code: 'second-factor', message, data: { challenge } }
		},
	}),
	operation({
		method: 'POST',
		path: '/user/login/code',
		group,
		summary: 'The second factor: six digits of the app, or a recovery code',
		who: 'anybody',
		body: SecondFactorForm.pick({ code: true }).extend({ challenge: Id }),
		example: { challenge: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', code: '492039' },
		data: SignedInData,
		beside: Token,
		refusal: { code: 'wrong-code', status: 401 },
		async run({ body, by }) {
			const outcome = await passSecondFactor(body.challenge, body.code, by)
			if (!outcome.ok) return { ...outcome, ...(outcome.retryAfter ? {} : { status: 401 }) }
			return outcome.next === 'in' ? letIn(outcome, outcome.cookie) : WRONG_TURN
		},
	}),
	operation({
		method: 'POST',
		path: '/user/logout',
		group,
		summary: 'End the token',
		who: 'account',
		data: Nothing,
		async run({ account, by }) {
			await endOneSession({ accountId: account.id, sessionId: account.sessionId, now: by.now })
			return done(null, 'You are logged out.')
		},
	}),
	operation({
		method: 'POST',
		path: '/user/register',
		group,
		summary: 'Register, or with `resend` ask for another code',
		who: 'anybody',
		body: z.discriminatedUnion('resend', [
			z
				.object({
					full_name: personName('Please enter your full name', 121),
					email: email(),
					password: newPassword,
					resend: z.literal(false).optional(),
				})
				.refine(form => !isPersonalPassword(form.password, { email: form.email, fullName: form.full_name }), {
					path: ['password'],
					error: BAD_PASSWORD.personal,
				}),
			z.object({ email: email(), resend: z.literal(true), challenge: Challenge }),
		]),
		example: { full_name: 'Ada Example', email: 'ada@example.test', password: 'correct horse battery' },
		data: z.object({ challenge: Id }),
		refusal: { code: 'no-registration' },
		failed: ({ resend }) => (resend ? TEXT.resendFailed : TEXT.registrationFailed),
		async run({ body, by }) {
			if (body.resend) {
				const challenge = body.challenge ?? (await findAskedFrom({ purpose: 'registration', ...body }, by))
				const outcome = await resendRegistrationCode(challenge ?? '', by)
				return outcome.ok ? done({ challenge }, TEXT.codeResent) : outcome
			}
			const form = { firstName: body.full_name, lastName: '', email: body.email, password: body.password }
			const outcome = await startRegistration(form, { ...by, known: undefined })
			if (!outcome.ok) return outcome
			const { challengeId: challenge, withheldFor } = outcome
			const message = withheldFor
				? codeSentAlready(withheldFor)
				: 'A code is on its way to your email address.'
			return done({ challenge }, message)
		},
	}),
	operation({
		method: 'POST',
		path: '/user/verify-registration',
		group,
		summary: 'Confirm a registration with its code: opens the account',
		who: 'anybody',
		body: EmailAndCode,
		example: { email: 'ada@example.test', otp: '492039' },
		data: Nothing,
		beside: Token,
		refusal: { code: 'wrong-code' },
		failed: TEXT.verificationFailed,
		async run({ body, by }) {
			const id = body.challenge ?? (await findAskedFrom({ purpose: 'registration', email: body.email }, by))
			const outcome = await finishRegistration(id ?? '', body.otp, by)
			return outcome.ok ? done(null, TEXT.emailVerified, { token: outcome.cookie }) : outcome
		},
	}),
	operation({
		method: 'POST',
		path: '/user/forgotpassword',
		group,
		summary: 'Send a code for a new password',
		who: 'anybody',
		body: ForgotPasswordForm,
		example: { email: 'ada@example.test' },
		data: z.object({ challenge: Id }),
		failed: TEXT.sendFailed,
		async run({ body, by }) {
			const known = await findAskedFrom({ purpose: 'reset', email: body.email }, by)
			const outcome = await startReset(body.email, { ...by, known })
			if (!outcome.ok) return outcome
			const message = outcome.wait ? resendTooEarly(outcome.wait) : TEXT.codeSent
			return done({ challenge: outcome.challengeId }, message)
		},
	}),
	operation({
		method: 'POST',
		path: '/user/verifyotp',
		group,
		summary: 'Exchange the code for a token that allows one new password',
		who: 'anybody',
		body: EmailAndCode,
		example: { email: 'ada@example.test', otp: '492039' },
		data: Nothing,
		beside: z.object({ token: z.string().meta({ description: 'For `resetpassword`, within ten minutes.' }) }),
		refusal: { code: 'wrong-code' },
		async run({ body, by }) {
			const id = body.challenge ?? (await findAskedFrom({ purpose: 'reset', email: body.email }, by))
			const outcome = await verifyResetCode(id ?? '', body.otp, by)
			return outcome.ok ? done(null, TEXT.codeVerified, { token: outcome.grant }) : outcome
		},
	}),
	operation({
		method: 'POST',
		path: '/user/resetpassword',
		group,
		summary: 'Set the new password. Every session and token of the account ends',
		who: 'anybody',
		body: z.object({ newPassword, email: email().optional(), token: z.string().max(200).default('') }),
		example: { newPassword: 'correct horse battery', email: 'ada@example.test', token: 'of verifyotp' },
		data: Nothing,
		refusal: { code: 'no-grant', status: 403 },
		failed: TEXT.resetFailed,
		async run({ body, by }) {
			const outcome = await resetPassword(body.token, body.newPassword, by)
			return outcome.ok ? done(null, TEXT.passwordReset) : outcome
		},
	}),
]

const WRONG_TURN: Refused = { ok: false, status: 500, message: TEXT.unexpected }
