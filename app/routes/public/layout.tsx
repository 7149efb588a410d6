import { Outlet } from 'react-router'
import { optionalAccount } from '~/server/auth/guards.server'
import { PublicLayout } from '~/ui/layout/public-layout'
import type { Route } from './+types/layout'

export async function loader({ request }: Route.LoaderArgs) {
	return { signedIn: (await optionalAccount(request)) !== undefined }
}

export default function Layout({ loaderData }: Route.ComponentProps) {
	return (
		<PublicLayout signedIn={loaderData.signedIn}>
			<Outlet />
		</PublicLayout>
	)
}
