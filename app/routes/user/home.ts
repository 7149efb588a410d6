import { redirect } from 'react-router'
import { requireUser } from '~/server/auth/guards.server'
import type { Route } from './+types/home'

/** The area's index leads to its dashboard. */
export async function loader({ request }: Route.LoaderArgs) {
	await requireUser(request)
	return redirect('/user/dashboard')
}
