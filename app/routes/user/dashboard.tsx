import { requireUser } from '~/server/guards.server'
import type { Route } from './+types/dashboard'

export async function loader({ request }: Route.LoaderArgs) {
	const account = await requireUser(request)
	return { fullName: account.fullName }
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
	return <h1>{loaderData.fullName}</h1>
}
