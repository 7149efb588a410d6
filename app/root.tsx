import { type ReactNode, useContext } from 'react'
import { isRouteErrorResponse, Meta, Outlet, useRouteLoaderData } from 'react-router'
import { brand } from '~/domain/brand'
import type { Route } from './+types/root'
import sans from './fonts/market-sans-400-600.woff2?url'
import serif from './fonts/market-serif-450.woff2?url'
import { jsonErrors } from './server/api-answer.server'
import { apiLimit } from './server/api-limit.server'
import { readConsent } from './server/consent.server'
import { env } from './server/env.server'
import { readFlash } from './server/flash.server'
import { bodyLimits, refuseUnreadable, requestScope, sameOrigin } from './server/http.server'
import { recogniseBrowser } from './server/known-browser.server'
import { maintenance } from './server/maintenance.server'
import { readFromReplica } from './server/replica-pages.server'
import { requestContext } from './server/request-context.server'
import type { SessionEnded } from './server/session-end.server'
import { AssetsContext } from './ui/assets'
import { CookieBarContext } from './ui/cookie-bar'
import { ErrorPage } from './ui/error-page'
import { SessionEndedPage } from './ui/session-ended-page'
import { START_SCRIPT } from './ui/start-script'
import { Toasts } from './ui/toasts'

export const middleware: Route.MiddlewareFunction[] = [
	requestScope,
	jsonErrors,
	refuseUnreadable,
	apiLimit,
	recogniseBrowser,
	...maintenance,
	bodyLimits,
	sameOrigin,
	readFromReplica,
]

/* Pages in place of a page bring their own title. */
export const meta: Route.MetaFunction = ({ error }) => (error ? [] : [{ title: brand.name }])

export async function loader({ request }: Route.LoaderArgs) {
	const { pathname, search } = new URL(requestContext()?.url ?? request.url)
	return {
		flash: await readFlash(request),
		origin: env.appUrl.origin,
		/** Where the cookie banner leads back to; null when the visitor has chosen. */
		cookieBarOn: (await readConsent(request, Date.now())) ? null : pathname + search,
	}
}

/** The document. No framework scripts: pages are finished HTML, one small module improves them. */
export function Layout({ children }: { children: ReactNode }) {
	const { entry } = useContext(AssetsContext)
	const { flash, cookieBarOn } = useRouteLoaderData<typeof loader>('root') ?? {}
	return (
		<html lang="en-GB" data-script={entry}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content="#0f1814" />
				<Meta />
				{[serif, sans].map(font => (
					<link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
				))}
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
