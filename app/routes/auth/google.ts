import { TEXT } from '~/domain/accounts/rules'
import { endFlow, startFlow } from '~/server/auth/flow-cookies.server'
import { startGoogle } from '~/server/auth/google.server'
import { readDestination, requireGuest } from '~/server/auth/guards.server'
import { redirectWithFlash } from '~/server/forms/flash.server'
import { requestContext } from '~/server/http/request-context.server'
import { env } from '~/server/ops/env.server'
import { log } from '~/server/ops/log.server'
import type { Route } from './+types/google'

/** Redirects to Google. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	try {
		if (env.google) {
			const response = await startGoogle(request, env.google)
			const path = readDestination(request)
			const cookie = path ? startFlow('destination', path) : endFlow('destination')
			response.headers.append('Set-Cookie', await cookie)
			return response
		}
	} catch (error) {
		log.error({ err: error, requestId: requestContext()?.id }, 'sign-in provider unreachable')
	}
	throw await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
}
