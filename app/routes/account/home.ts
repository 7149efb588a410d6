import { redirect } from 'react-router'
import { accountContext, getDashboardPath } from '~/server/auth/guards.server'
import type { Route } from './+types/home'

/** Redirects the area's index to its dashboard. */
export async function loader({ context }: Route.LoaderArgs) {
	const { role } = context.get(accountContext)
	return redirect(getDashboardPath(role))
}
