import { redirect } from 'react-router'
import { getDashboardPath, requireAccount } from '~/server/auth/guards.server'
import type { Route } from './+types/home'

/** Redirects the area's index to its dashboard. */
export async function loader({ request }: Route.LoaderArgs) {
	const { role } = await requireAccount(request)
	return redirect(getDashboardPath(role))
}
