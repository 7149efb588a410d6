import { requireAccount } from '~/server/auth/guards.server'
import { notFound } from '~/server/http/responses.server'
import type { Route } from './+types/not-found'

/* Any other address of a signed-in area. */

export async function loader({ request }: Route.LoaderArgs) {
	await requireAccount(request)
	throw notFound()
}

export async function action({ request }: Route.ActionArgs) {
	await requireAccount(request)
	throw notFound()
}

/** Never rendered: the error boundary of the area is shown instead, with the menu. */
export default function NotFound() {
	return null
}
