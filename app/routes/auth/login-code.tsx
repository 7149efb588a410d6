import { useForm } from '@conform-to/react'
import { redirect } from 'react-router'
import type { z } from 'zod'
import { CODE_TRIES, TEXT } from '~/domain/accounts/rules'
import { SecondFactorForm } from '~/domain/accounts/schema'
import {
	findWaitingSignIn,
	passSecondFactor,
} from '~/domain/accounts/second-factor/second-factor-sign-in.commands.server'
import { withRedirectTo } from '~/domain/accounts/sign-in/ways'
import { flowCookies, readFlow } from '~/server/auth/flow-cookies.server'
import { destinationOf, requireGuest, safeRedirect } from '~/server/auth/guards.server'
import { answerSignIn } from '~/server/auth/sign-in-answer.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/forms/error-summary'
import { InputField } from '~/ui/forms/field'
import { AuthPage } from '~/ui/layout/auth-page'
import { stepMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/login-code'

export const meta: Route.MetaFunction = () =>
	stepMeta(
		'Enter your code',
		'Enter the code of your authenticator app, or one of your recovery codes, to log in.',
	)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** The log-in page, with the way back that was asked for. */
const loginPage = (redirectTo: string) => withRedirectTo(redirectTo, '/login')

/* The password was right in this browser a moment ago. */
async function requireWaitingSignIn(request: Request) {
	await requireGuest(request)
	const redirectTo = destinationOf(request)
	const id = await readFlow(request, 'secondFactor')
	const email = id && (await findWaitingSignIn(id, Date.now()))
	if (!email) throw redirect(loginPage(redirectTo))
	return { id, email, redirectTo }
}

export async function loader({ request }: Route.LoaderArgs) {
	const { email, redirectTo } = await requireWaitingSignIn(request)
	return { email, redirectTo }
}

export async function action({ request }: Route.ActionArgs) {
	const { id } = await requireWaitingSignIn(request)
	const submission = parseForm(await readForm(request), SecondFactorForm)
	if (submission.status !== 'success') return formReply(submission)
	const { code, redirectTo } = submission.value
	const outcome = await catchUnexpected(() => passSecondFactor(id, code, currentCaller()), {
		message: TEXT.unexpected,
	})
	const isOver = 'code' in outcome && outcome.code === 'over'
	if (!outcome.ok && !isOver) return formReply(submission, outcome)
	const headers = new Headers({ 'Set-Cookie': await flowCookies.secondFactor.serialize('', { maxAge: 0 }) })
	if (outcome.ok) {
		const interrupted = await readFlow(request, 'interrupted')
		throw await answerSignIn(outcome, { redirectTo, interrupted, headers })
	}
	const target = loginPage(safeRedirect(redirectTo, ''))
	throw await redirectWithFlash(target, { type: 'error', text: outcome.message }, { headers })
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<z.input<typeof SecondFactorForm>>({
		id: 'login-code',
		lastResult: actionData?.result,
		defaultValue: { redirectTo: loaderData.redirectTo },
		constraint: { code: { required: true } },
	})
	return (
		<AuthPage
			title="Enter your code"
			intro={
				<>
					The password of <strong className="font-semibold break-words text-fg">{loaderData.email}</strong>{' '}
					was right. Now the code of your authenticator app, please. It may be tried {CODE_TRIES} times.
				</>
			}
			back={{ href: loginPage(loaderData.redirectTo), label: 'Back to login' }}
		>
			<form method="post" id={form.id} className="form">
				<ErrorSummary form={form} title={actionData?.title} />
				{fields.redirectTo.defaultValue ? (
					<input type="hidden" name="redirectTo" value={fields.redirectTo.defaultValue} />
				) : null}
				<InputField
					field={fields.code}
					label="Code"
					help="Six digits from your app, or one of your recovery codes."
					autoComplete="one-time-code"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={60}
					autoFocus={!actionData}
				/>
				<Button wide busy="Verifying...">
					Log In
				</Button>
			</form>
			<p className="text-sm text-muted">
				No telephone at hand? A recovery code opens your account, once each.
			</p>
		</AuthPage>
	)
}
