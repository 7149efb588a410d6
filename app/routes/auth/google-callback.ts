import { href } from 'react-router'
import { TEXT } from '~/domain/accounts/rules'
import { admitGoogle, type GoogleAdmission } from '~/domain/accounts/sign-in/google.commands.server'
import { countAttempt } from '~/domain/accounts/sign-in/limits.server'
import { withRedirectTo } from '~/domain/accounts/sign-in/login-links'
import { readFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { clearGoogleCookies, finishGoogle } from '~/server/auth/google.server'
import { requireGuest } from '~/server/auth/guards.server'
import { redirectWithCookies, redirectWithFlash } from '~/server/forms/flash.server'
import { requestContext } from '~/server/http/request-context.server'
import { currentCaller } from '~/server/ops/caller.server'
import { env } from '~/server/ops/env.server'
import { log } from '~/server/ops/log.server'
import type { Route } from './+types/google-callback'

/** Google's answer: verified, and converted to a sign-in token for this browser, or a further question. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	const { address, now } = currentCaller()
	const cleared = clearGoogleCookies(request)
	/* Counted before any request to the provider. */
	const admitted = (await countAttempt('googlePerAddress', address, now)) ?? (await admit(request))
	if (!admitted.ok) {
		const text = admitted.message ?? TEXT.loginFailed
		const login = withRedirectTo(await readFlow(request, 'destination'), '/login')
		throw await redirectWithFlash(login, { type: 'error', text }, cleared)
	}
	const { next, challengeId } = admitted
	if (next === 'token') {
		const page = `/google-response?${new URLSearchParams({ token: admitted.token })}`
		return await redirectWithCookies(page, [...cleared, startFlow('google-sign-in', challengeId)])
	}
	const page = next === 'link' ? href('/auth/google/link') : href('/auth/google/sign-up')
	return await redirectWithCookies(page, [...cleared, startFlow(`google-${next}`, challengeId)])
}

async function admit(request: Request): Promise<GoogleAdmission> {
	try {
		if (!env.google) return { ok: false }
		return await admitGoogle(await finishGoogle(request, env.google), currentCaller())
	} catch (error) {
		log.warn({ err: error, requestId: requestContext()?.id }, 'sign-in with Google refused')
		return { ok: false }
	}
}
