import { optionalAccount } from '~/server/guards.server'
import { MaintenancePage } from '~/ui/maintenance-page'
import type { Route } from './+types/maintenance'

/* The page brings its own title. */
export const meta: Route.MetaFunction = () => []

export async function loader({ request }: Route.LoaderArgs) {
	return { signedIn: (await optionalAccount(request)) !== undefined }
}

/** The notice at its own address; while maintenance is on, every address shows it. */
export default function Maintenance({ loaderData }: Route.ComponentProps) {
	return <MaintenancePage signedIn={loaderData.signedIn} />
}
