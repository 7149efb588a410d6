import { redirect } from 'react-router'
import { isSignInToken, redeemSignInToken } from '~/domain/accounts/google.commands.server'
import { TEXT } from '~/domain/accounts/rules'
import { redirectWithFlash } from '~/server/flash.server'
import { flowCookies, readFlow } from '~/server/flow-cookies.server'
import { dashboardOf } from '~/server/guards.server'
import { AuthPage } from '~/ui/auth-page'
import { ButtonLink } from '~/ui/button'
import { pageTitle } from '~/ui/page-meta'
import type { Route } from './+types/google-response'

/* Without scripts a page moves on by itself with a refresh of its head; the link is for browsers that do not follow it. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: pageTitle('Completing login') },
	{ name: 'robots', content: 'noindex' },
	...(loaderData ? [{ httpEquiv: 'refresh', content: `0;url=${loaderData.next}` }] : []),
]

/**
 * Landing point of third-party sign-in (sections 2.2 and 7): a good token shows 'Completing login...', and the second step uses
 * it up.
 */
export async function loader({ request }: Route.LoaderArgs) {
	const { searchParams } = new URL(request.url)
	const token = searchParams.get('token')
	const challengeId = await readFlow(request, 'google')
	const now = Date.now()
	if (!token || !(await isSignInToken(token, challengeId, now))) throw await failed()
	if (!searchParams.has('finish')) {
		return { next: `/google-response?${new URLSearchParams({ token, finish: '' })}` }
	}
	const outcome = await redeemSignInToken(token, challengeId, now)
	if (!outcome.ok) throw await failed()
	const headers = new Headers()
	headers.append('Set-Cookie', outcome.cookie)
	headers.append('Set-Cookie', await flowCookies.google.serialize('', { maxAge: 0 }))
	throw redirect(dashboardOf(outcome.role), { headers })
}

function failed(): Promise<Response> {
	return redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
}

export default function GoogleResponse({ loaderData }: Route.ComponentProps) {
	return (
		<AuthPage title="Completing login..." intro="One moment. You are being taken to your dashboard.">
			<ButtonLink variant="secondary" href={loaderData.next}>
				Continue
			</ButtonLink>
		</AuthPage>
	)
}
