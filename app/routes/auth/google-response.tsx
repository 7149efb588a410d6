import { TEXT } from '~/domain/accounts/rules'
import { isSignInToken, redeemSignInToken } from '~/domain/accounts/sign-in/google.commands.server'
import { readFlow } from '~/server/auth/flow-cookies.server'
import { googleResponse } from '~/server/auth/sign-in-response.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { ButtonLink } from '~/ui/button'
import { AuthPage } from '~/ui/layout/auth-page'
import type { Route } from './+types/google-response'

/* Without scripts the page continues by a refresh in its head; the link is for browsers that ignore it. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
	loaderData ? [{ httpEquiv: 'refresh', content: `0;url=${loaderData.next}` }] : []

/** The page after third-party sign-in: a valid token shows 'Completing login...', and the second step uses it up. */
export async function loader({ request }: Route.LoaderArgs) {
	const { searchParams } = new URL(request.url)
	const token = searchParams.get('token')
	const challengeId = await readFlow(request, 'google-sign-in')
	const now = Date.now()
	if (!token || !(await isSignInToken(token, challengeId, now))) return await failed()
	if (!searchParams.has('finish')) {
		return { next: `/google-response?${new URLSearchParams({ token, finish: '' })}` }
	}
	const outcome = await redeemSignInToken(token, challengeId, now)
	if (!outcome.ok) return await failed()
	throw await googleResponse(request, outcome, 'google-sign-in')
}

async function failed(): Promise<never> {
	throw await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
}

export default function GoogleResponse({ loaderData }: Route.ComponentProps) {
	return (
		<AuthPage title="Completing login..." intro="One moment. You are being redirected.">
			<ButtonLink variant="secondary" href={loaderData.next}>
				Continue
			</ButtonLink>
		</AuthPage>
	)
}
