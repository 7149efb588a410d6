import { redirect } from 'react-router'
import { endSession } from '~/server/session.server'
import type { Route } from './+types/logout'

/** Nothing is ended by following a link; a reader who typed the address goes home. */
export function loader() {
	return redirect('/')
}

/**
 * Ends the session (4.3). Pages that the browser could show again by Back are forgotten; its other memories, the cookie preference
 * among them, stay.
 */
export async function action({ request }: Route.ActionArgs) {
	const headers = { 'Set-Cookie': await endSession(request), 'Clear-Site-Data': '"cache"' }
	return redirect('/login', { headers })
}
