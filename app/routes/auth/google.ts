import { TEXT } from '~/domain/accounts/rules'
import { env } from '~/server/env.server'
import { redirectWithFlash } from '~/server/flash.server'
import { rememberDestination } from '~/server/flow-cookies.server'
import { startGoogle } from '~/server/google.server'
import { destinationOf, requireGuest } from '~/server/guards.server'
import { log } from '~/server/log.server'
import { requestContext } from '~/server/request-context.server'
import type { Route } from './+types/google'

/** Sends the browser to Google (section 7). */
export async function loader({ request }: Route.LoaderArgs) {
	await requireGuest(request)
	try {
		if (env.google) {
			const answer = await startGoogle(request, env.google)
			answer.headers.append('Set-Cookie', await rememberDestination(destinationOf(request)))
			return answer
		}
	} catch (error) {
		log.error({ err: error, requestId: requestContext()?.id }, 'sign-in provider not reached')
	}
	return await redirectWithFlash('/login', { type: 'error', text: TEXT.loginFailed })
}
