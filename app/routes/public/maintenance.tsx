import { data } from 'react-router'
import { optionalAccount } from '~/server/auth/guards.server'
import { maintenanceIsOn } from '~/server/ops/maintenance-mode.server'
import { MaintenancePage } from '~/ui/layout/maintenance-page'
import type { Route } from './+types/maintenance'

export async function loader({ request }: Route.LoaderArgs) {
	const signedIn = (await optionalAccount(request)) !== undefined
	return data({ signedIn }, { status: (await maintenanceIsOn()) ? 503 : 200 })
}

/** The notice at its own address; while maintenance is on, every address answers with it. */
export default function Maintenance({ loaderData }: Route.ComponentProps) {
	return <MaintenancePage signedIn={loaderData.signedIn} />
}
