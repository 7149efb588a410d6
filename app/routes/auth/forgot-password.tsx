import { codeSentAlready, describeResendWait, TEXT } from '~/domain/accounts/rules'
import { ForgotPasswordForm } from '~/domain/accounts/schema'
import { startReset } from '~/domain/accounts/sign-in/reset.commands.server'
import { readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { requireGuest } from '~/server/auth/guards.server'
import { askForCookie, checkCookies } from '~/server/forms/cookie-check.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { catchUnexpected, formReply, parseForm, readForm } from '~/server/forms/form.server'
import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { currentCaller } from '~/server/ops/caller.server'
import { Button } from '~/ui/button'
import { CookieCheck, EMAIL } from '~/ui/forms/person-fields'
import { TableForm } from '~/ui/forms/table-form'
import { AuthPage } from '~/ui/layout/auth-page'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/forgot-password'

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Forgot password',
		description: 'Set a new password for your account: we send a code of six digits to your email address.',
		path: '/forgot-password',
	})

/** The same form for all guests. */
export const handle = { cacheForGuests: {} satisfies CacheForGuests }

export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	await askForCookie()
	return { email: await readFlow(request, 'typed-email') }
}

export async function action({ request }: Route.ActionArgs) {
	await requireGuest(request)
	const fields = await readForm(request)
	const submission = parseForm(fields, ForgotPasswordForm)
	const withoutCookies = checkCookies(request, fields)
	if (withoutCookies || submission.status !== 'success') return formReply(submission, withoutCookies)
	const { email } = submission.value
	const known = await readFlow(request, 'reset')
	const start = () => startReset(email, { ...currentCaller(), known })
	const outcome = await catchUnexpected(start, { title: TEXT.sendFailed })
	if (!outcome.ok) return formReply(submission, outcome)
	const { wait, withheldFor } = outcome
	const text = wait ? describeResendWait(wait) : withheldFor && codeSentAlready(withheldFor)
	const message = text ? ({ type: 'info', text } as const) : TEXT.codeSent
	const cookies = [startFlow('reset', outcome.challengeId), startFlow('typed-email', email)]
	throw await redirectWithFlash('/verify-user', message, cookies)
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<AuthPage
			isListed
			title="Forgot Password"
			lit={[479, 480, 481, 519, 520, 521]}
			intro="Enter the email address of your account. We will email you a code to set a new password."
			back={{ href: '/login', label: 'Back to login' }}
		>
			<TableForm
				id="forgot-password"
				table={{ email: EMAIL }}
				values={loaderData}
				refused={actionData}
				intro={<CookieCheck />}
			>
				<Button wide busy="Sending...">
					Send OTP
				</Button>
			</TableForm>
		</AuthPage>
	)
}
