import { z } from 'zod'
import { endOneSession } from '~/domain/accounts/profile/sessions.commands.server'
import { BAD_PASSWORD, codeSentAlready, isPersonalPassword, TEXT } from '~/domain/accounts/rules'
import { ForgotPasswordForm, LoginForm, newPassword, SecondFactorForm } from '~/domain/accounts/schema'
import { findRequestedChallenge } from '~/domain/accounts/sign-in/challenges.server'
import { type Caller, type CodeCaller, countUnnamedTry } from '~/domain/accounts/sign-in/limits.server'
import {
	finishRegistration,
	resendRegistrationCode,
	startRegistration,
} from '~/domain/accounts/sign-in/registration.commands.server'
import { resetPassword, startReset, verifyResetCode } from '~/domain/accounts/sign-in/reset.commands.server'
import { passSecondFactor, type SignedIn, signIn } from '~/domain/accounts/sign-in/sign-in.commands.server'
import { email, personName } from '~/domain/fields'
import type { TooMany } from '~/domain/limits.server'
import { type ApiRefusal, operation, toSuccess } from '../operation.server'
import { Id, oneTimeCode } from '../wire'

const group = 'Log in'
const Token = z.object({
	token: z.string().meta({ description: 'Returned only once. Send it as `Authorization: Bearer`.' }),
})
const SignedInData = z.object({ role: z.enum(['user', 'admin']), full_name: z.string() })
const Challenge = Id.optional().meta({
	description:
		'From the response of the request that sent the code. If omitted, the newest that your network requested.',
})
const EmailAndCode = z.object({
	email: email(),
	otp: oneTimeCode('Please enter complete OTP'),
	challenge: Challenge,
})

/* Verifies a code. Without `challenge` it is checked against the newest one requested from the client's network,
   without using up its attempts. */
async function enterCode<Outcome>(
	purpose: 'registration' | 'reset',
	enter: (challengeId: string, code: string, by: CodeCaller) => Promise<Outcome>,
	{ email, otp, challenge }: z.output<typeof EmailAndCode>,
	by: Caller,
): Promise<Outcome | TooMany> {
	if (challenge) return await enter(challenge, otp, by)
	const tooMany = await countUnnamedTry({ purpose, email }, by)
	if (tooMany) return tooMany
	const newest = await findRequestedChallenge({ purpose, email }, by)
	return await enter(newest ?? '', otp, { ...by, isUnnamed: true })
}

const signedInData = ({ role, fullName, cookie }: Extract<SignedIn, { next: 'in' }>) =>
	toSuccess({ role, full_name: fullName }, 'Login successful', { token: cookie })

export const signInOperations = [
	operation('POST /user/login', 'anybody', group, {
		summary: 'Log in; returns a bearer token, or a challenge if the account has two-factor authentication',
		body: LoginForm.pick({ email: true, password: true }),
		example: { email: 'ada@example.test', password: 'correct horse battery' },
		data: SignedInData,
		extraFields: Token,
		refusal: { code: 'wrong-credentials', status: 401 },
		async run({ body, by }) {
			const outcome = await signIn(body, by)
			if (!outcome.ok) return outcome
			if (outcome.next === 'in') return signedInData(outcome)
			const { challengeId: challenge } = outcome
			const message = 'Please send the code of your authenticator app.'
			return { ok: false, status: 401, code: 'second-factor', message, data: { challenge } }
		},
	}),
	operation('POST /user/login/code', 'anybody', group, {
		summary: 'Complete the log-in with a code of the authenticator app or a recovery code',
		body: SecondFactorForm.pick({ code: true }).extend({ challenge: Id }),
		example: { challenge: '6f1c0d5e-8a54-4d6f-9f1e-0b8f6a1c2d3e', code: '492039' },
		data: SignedInData,
		extraFields: Token,
		refusal: { code: 'wrong-code', status: 401 },
		async run({ body, by }) {
			const outcome = await passSecondFactor(body.challenge, body.code, by)
			if (!outcome.ok) return { ...outcome, ...(outcome.retryAfter ? {} : { status: 401 }) }
			return outcome.next === 'in' ? signedInData(outcome) : UNEXPECTED
		},
	}),
	operation('POST /user/logout', 'account', group, {
		summary: 'Log out: the token becomes invalid',
		success: 'You are logged out.',
		async run({ account, by }) {
			await endOneSession({ accountId: account.id, sessionId: account.sessionId, now: by.now })
			return toSuccess(null)
		},
	}),
	operation('POST /user/register', 'anybody', group, {
		summary: 'Register, or with `resend` send another code',
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
		data: z.object({
			challenge: Id.optional().meta({ description: 'With `resend`, only if the request had one.' }),
		}),
		refusal: { code: 'no-registration' },
		failed: ({ resend }) => (resend ? TEXT.resendFailed : TEXT.registrationFailed),
		async run({ body, by }) {
			if (body.resend) {
				const challenge =
					body.challenge ?? (await findRequestedChallenge({ purpose: 'registration', ...body }, by))
				const outcome = await resendRegistrationCode(challenge ?? '', by)
				return outcome.ok ? toSuccess({ challenge: body.challenge }, TEXT.codeResent) : outcome
			}
			const form = { firstName: body.full_name, lastName: '', email: body.email, password: body.password }
			const outcome = await startRegistration(form, { ...by, known: undefined })
			if (!outcome.ok) return outcome
			const { challengeId: challenge, withheldFor } = outcome
			const message = withheldFor
				? codeSentAlready(withheldFor)
				: 'A code is on its way to your email address.'
			return toSuccess({ challenge }, message)
		},
	}),
	operation('POST /user/verify-registration', 'anybody', group, {
		summary: 'Confirm a registration with its code and create the account',
		body: EmailAndCode.extend({ otp: oneTimeCode('Please enter the complete OTP') }),
		example: { email: 'ada@example.test', otp: '492039' },
		extraFields: Token,
		refusal: { code: 'wrong-code' },
		success: TEXT.emailVerified,
		failed: TEXT.verificationFailed,
		async run({ body, by }) {
			const outcome = await enterCode('registration', finishRegistration, body, by)
			return outcome.ok ? toSuccess(null, undefined, { token: outcome.cookie }) : outcome
		},
	}),
	operation('POST /user/forgotpassword', 'anybody', group, {
		summary: 'Send a code for resetting the password',
		body: ForgotPasswordForm,
		example: { email: 'ada@example.test' },
		data: z.object({ challenge: Id }),
		failed: TEXT.sendFailed,
		async run({ body, by }) {
			/* The newest challenge requested from this network may be somebody else's. */
			const outcome = await startReset(body.email, { ...by, known: undefined })
			if (!outcome.ok) return outcome
			const { challengeId: challenge, withheldFor } = outcome
			return toSuccess({ challenge }, withheldFor ? codeSentAlready(withheldFor) : TEXT.codeSent)
		},
	}),
	operation('POST /user/verifyotp', 'anybody', group, {
		summary: 'Exchange the code for a token that resets the password once',
		body: EmailAndCode,
		example: { email: 'ada@example.test', otp: '492039' },
		extraFields: z.object({
			token: z.string().meta({ description: 'For `resetpassword`, valid for ten minutes.' }),
		}),
		refusal: { code: 'wrong-code' },
		async run({ body, by }) {
			const outcome = await enterCode('reset', verifyResetCode, body, by)
			return outcome.ok ? toSuccess(null, TEXT.codeVerified, { token: outcome.grant }) : outcome
		},
	}),
	operation('POST /user/resetpassword', 'anybody', group, {
		summary: 'Set a new password; all sessions and tokens of the account end',
		body: z.object({ newPassword, email: email().optional(), token: z.string().max(200).default('') }),
		example: { newPassword: 'correct horse battery', email: 'ada@example.test', token: 'from verifyotp' },
		refusal: { code: 'no-grant', status: 403 },
		success: TEXT.passwordReset,
		failed: TEXT.resetFailed,
		run: ({ body, by }) => resetPassword(body.token, body.newPassword, by),
	}),
]

const UNEXPECTED: ApiRefusal = { ok: false, status: 500, message: TEXT.unexpected }
