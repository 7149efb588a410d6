import { type ReactNode, useContext } from 'react'
import { isRouteErrorResponse, Meta, Outlet, useRouteLoaderData } from 'react-router'
import { PALETTE } from '~/domain/palette'
import type { Route } from './+types/root'
import type { SessionEnded } from './server/auth/session-end.server'
import { recogniseBrowser } from './server/auth/trusted-browser.server'
import { respondToDialogs } from './server/forms/dialog-response.server'
import { readFlash } from './server/forms/flash.server'
import { apiLimit } from './server/http/api-limit.server'
import { jsonErrors } from './server/http/api-response.server'
import { readConsent } from './server/http/consent.server'
import { maintenance } from './server/http/maintenance.server'
import { requestContext } from './server/http/request-context.server'
import { bodyLimits, documentsOnly, requestScope, sameOrigin } from './server/http/request-middleware.server'
import { env } from './server/ops/env.server'
import { AssetsContext } from './ui/layout/assets'
import { CookieBarContext } from './ui/layout/cookie-bar'
import { ErrorPage } from './ui/layout/error-page'
import { SessionEndedPage } from './ui/layout/session-ended-page'
import { START_SCRIPT } from './ui/layout/start-script'
import { Toasts } from './ui/layout/toasts'

export const middleware: Route.MiddlewareFunction[] = [
	requestScope,
	respondToDialogs,
	jsonErrors,
	apiLimit,
	recogniseBrowser,
	bodyLimits,
	sameOrigin,
	...maintenance,
	documentsOnly,
]

export async function loader({ request }: Route.LoaderArgs) {
	const { pathname, search } = new URL(requestContext()?.url ?? request.url)
	return {
		flash: await readFlash(request),
		origin: env.appUrl.origin,
		/** The page to return to after answering the cookie banner; null when the visitor has answered it. */
		cookieBarOn: (await readConsent(request, Date.now())) ? null : pathname + search,
	}
}

/** The document. It loads no framework scripts: pages are finished HTML, enhanced by one small module. */
export function Layout({ children }: { children: ReactNode }) {
	const { entry, hmrRuntime } = useContext(AssetsContext)
	const { flash, cookieBarOn } = useRouteLoaderData<typeof loader>('root') ?? {}
	return (
		<html lang="en-GB" data-script={entry}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content={PALETTE.night} />
				<Meta />
				<link rel="icon" href="/favicon.ico" sizes="32x32" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href="/site.webmanifest" />
			</head>
			<body>
				<a className="skip-link" href="#main">
					Skip to content
				</a>
				<Toasts toasts={flash ? [flash] : []} />
				<CookieBarContext value={cookieBarOn ?? null}>{children}</CookieBarContext>
				{hmrRuntime ? <script type="module" src={hmrRuntime} /> : null}
				<script
					type="module"
					// biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
					dangerouslySetInnerHTML={{ __html: START_SCRIPT }}
				/>
			</body>
		</html>
	)
}

export default function App() {
	return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	if (isRouteErrorResponse(error) && error.status === 401 && error.data?.sessionEnded) {
		const { sessionEnded }: SessionEnded = error.data
		return <SessionEndedPage {...sessionEnded} />
	}
	return <ErrorPage error={error} />
}
