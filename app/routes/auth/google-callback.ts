import { href } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import {
	admitGoogle,
	countGoogleAttempt,
	type GoogleAdmission,
} from '~/domain/accounts/sign-in/google.commands.server'
import { withRedirectTo } from '~/domain/accounts/sign-in/ways'
import { flowCookies, readFlow } from '~/server/auth/flow-cookies.server'
import { clearGoogleCookies, finishGoogle } from '~/server/auth/google.server'
import { requireGuest } from '~/server/auth/guards.server'
import { flashCookie } from '~/server/forms/flash.server'
import { requestContext } from '~/server/http/request-context.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import { log } from '~/server/ops/log.server'
import type { Route } from './+types/google-callback'

/** Google's answer: checked, and turned into a sign-in token for this browser, or a question. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	const headers = new Headers()
	for (const cookie of clearGoogleCookies(request)) headers.append('Set-Cookie', cookie)
	const by = currentCaller()
	const tooMany = await countGoogleAttempt(by)
	const admitted = tooMany ?? (await admit(request, by))
	if (!admitted.ok) {
		const text = admitted.message ?? TEXT.loginFailed
		headers.append('Set-Cookie', await flashCookie({ type: 'error', text }))
		headers.set('Location', withRedirectTo(await readFlow(request, 'destination'), '/login'))
		return new Response(null, { status: 302, headers })
	}
	if (admitted.next !== 'token') {
		const [cookie, path] =
			admitted.next === 'link'
				? [flowCookies.googleLink, href('/auth/google/link')]
				: [flowCookies.googleSignUp, href('/auth/google/sign-up')]
		headers.append('Set-Cookie', await cookie.serialize(admitted.challengeId))
		headers.set('Location', path)
		return new Response(null, { status: 302, headers })
	}
	headers.append('Set-Cookie', await flowCookies.google.serialize(admitted.challengeId))
	headers.set('Location', `/google-response?${new URLSearchParams({ token: admitted.token })}`)
	return new Response(null, { status: 302, headers })
}

async function admit(request: Request, by: ReturnType<typeof currentCaller>): Promise<GoogleAdmission> {
	try {
		if (!env.google) return { ok: false }
		return await admitGoogle(await finishGoogle(request, env.google), by)
	} catch (error) {
		log.warn({ err: error, requestId: requestContext()?.id }, 'sign-in with Google refused')
		return { ok: false }
	}
}
