import { href } from 'react-router'
import {
	admitGoogle,
	countGoogleAttempt,
	type GoogleAdmission,
} from '~/domain/accounts/google.commands.server'
import { TEXT } from '~/domain/accounts/rules'
import { onTheWayTo } from '~/domain/accounts/ways'
import { env } from '~/server/env.server'
import { flashCookie } from '~/server/flash.server'
import { flowCookies, readFlow } from '~/server/flow-cookies.server'
import { clearGoogleCookies, finishGoogle } from '~/server/google.server'
import { requireGuest } from '~/server/guards.server'
import { log } from '~/server/log.server'
import { asking, requestContext } from '~/server/request-context.server'
import type { Route } from './+types/google-callback'

/** Google's answer: checked, turned into an account, and into a sign-in token for this browser (decision 26). */
export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	const headers = new Headers()
	for (const cookie of clearGoogleCookies(request)) headers.append('Set-Cookie', cookie)
	const by = asking()
	const tooMany = await countGoogleAttempt(by)
	const admitted = tooMany ?? (await admit(request, by))
	if (!admitted.ok) {
		const text = admitted.message ?? TEXT.loginFailed
		headers.append('Set-Cookie', await flashCookie({ type: 'error', text }))
		headers.set('Location', onTheWayTo(await readFlow(request, 'destination'), '/login'))
		return new Response(null, { status: 302, headers })
	}
	if (admitted.next === 'link') {
		headers.append('Set-Cookie', await flowCookies.googleLink.serialize(admitted.challengeId))
		headers.set('Location', href('/auth/google/link'))
		return new Response(null, { status: 302, headers })
	}
	headers.append('Set-Cookie', await flowCookies.google.serialize(admitted.challengeId))
	headers.set('Location', `/google-response?${new URLSearchParams({ token: admitted.token })}`)
	return new Response(null, { status: 302, headers })
}

async function admit(request: Request, by: ReturnType<typeof asking>): Promise<GoogleAdmission> {
	try {
		if (!env.google) return { ok: false }
		return await admitGoogle(await finishGoogle(request, env.google), by)
	} catch (error) {
		log.warn({ err: error, requestId: requestContext()?.id }, 'sign-in with Google refused')
		return { ok: false }
	}
}
