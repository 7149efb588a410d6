import { redirect } from 'react-router'
import { endFlow } from '~/server/auth/flow-cookies.server'
import { endSession } from '~/server/auth/session.server'
import { redirectWithCookies } from '~/server/forms/flash.server'
import type { Route } from './+types/logout'

/** Following a link must not sign out; a typed address redirects home. */
export function loader() {
	return redirect('/')
}

/**
 * Ends the session. Clears the typed address, and the pages that Back could show; other data, such as the cookie
 * preference, stays.
 */
export async function action({ request }: Route.ActionArgs) {
	const response = await redirectWithCookies('/login', [endSession(request), endFlow('typed-email')])
	response.headers.set('Clear-Site-Data', '"cache"')
	return response
}
