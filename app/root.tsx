import { type ReactNode, useContext } from 'react'
import { Links, Meta, Outlet } from 'react-router'
import type { Route } from './+types/root'
import { readFlash } from './server/flash.server'
import { bodyLimits, requestScope, sameOrigin } from './server/http.server'
import { AssetsContext } from './ui/assets'

export const middleware: Route.MiddlewareFunction[] = [requestScope, bodyLimits, sameOrigin]

export async function loader({ request }: Route.LoaderArgs) {
	return { flash: await readFlash(request) }
}

export function Layout({ children }: { children: ReactNode }) {
	const { entry, nonce } = useContext(AssetsContext)
	return (
		<html lang="en-GB">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<Meta />
				<Links />
				<script type="module" src={entry} nonce={nonce} />
			</head>
			<body>{children}</body>
		</html>
	)
}

export default function App({ loaderData }: Route.ComponentProps) {
	return (
		<>
			{loaderData.flash && <p role="status">{loaderData.flash.text}</p>}
			<Outlet />
		</>
	)
}
