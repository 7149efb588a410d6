import { redirect } from 'react-router'
import { endFlow } from '~/server/auth/flow-cookies.server'
import { endSession } from '~/server/auth/session.server'
import { redirectWithCookies } from '~/server/forms/flash.server'
import type { Route } from './+types/logout'

/** Nothing is ended by following a link; a reader who typed the address goes home. */
export function loader() {
	return redirect('/')
}

/**
 * Ends the session. The address that was typed, and pages that the browser could show again by Back, are
 * forgotten; its other memories, the cookie preference among them, stay.
 */
export async function action({ request }: Route.ActionArgs) {
	const answer = await redirectWithCookies('/login', [endSession(request), endFlow('typed-email')])
	answer.headers.set('Clear-Site-Data', '"cache"')
	return answer
}
