import { data } from 'react-router'
import { brand } from '~/domain/brand'
import { optionalAccount } from '~/server/auth/guards.server'
import { requestContext } from '~/server/http/request-context.server'
import { isMaintenanceOn } from '~/server/ops/maintenance-mode.server'
import { ButtonLink } from '~/ui/button'
import { Engraved } from '~/ui/grid/engraved'
import { CookieBar } from '~/ui/layout/cookie-bar'
import { Logo } from '~/ui/layout/logo'
import type { Route } from './+types/maintenance'

export async function loader({ request }: Route.LoaderArgs) {
	const signedIn = (await optionalAccount(request)) !== undefined
	const isKept = new URL(requestContext()?.url ?? request.url).searchParams.has('restored')
	return data(
		{ signedIn, isForm: requestContext()?.method === 'POST', isKept },
		{ status: (await isMaintenanceOn()) ? 503 : 200 },
	)
}

/** The notice in place of every page during maintenance. A header makes browsers reload it every five minutes. */
export default function Maintenance({ loaderData: { signedIn, isForm, isKept } }: Route.ComponentProps) {
	return (
		<div className="on-dark flex page page-public flex-col">
			<title>{`Maintenance · ${brand.name}`}</title>
			<meta name="description" content={`${brand.name} is closed for a while: maintenance is in progress.`} />
			<meta name="robots" content="noindex" />
			<header className="wrap flex min-h-16 items-center">
				<Logo />
			</header>
			<CookieBar />
			<main id="main" tabIndex={-1} className="flex-1 outline-none">
				<Engraved cells={[]}>
					<p className="kicker">Scheduled maintenance</p>
					<h1 className="max-w-sheet text-2xl">WARNING: MAINTENANCE IN PROGRESS</h1>
					<hr className="rule" />
					<p className="max-w-text text-lg text-muted">
						We are carrying out scheduled maintenance and server updates. The grid, your pixels and your
						orders are safe, and everything will be back shortly.
					</p>
					{isForm || isKept ? (
						<p className="max-w-text" role="status">
							Your form has not been sent.{' '}
							{isKept
								? 'What you typed is kept for an hour, without files: reload this page once the site is open.'
								: 'Go back in your browser to find what you typed, and send it later.'}
						</p>
					) : null}
					<p className="max-w-text text-sm text-muted">
						If you need us in the meantime, write to{' '}
						<a className="link" href={`mailto:${brand.supportEmail}`}>
							{brand.supportEmail}
						</a>
						.
					</p>
					<div className="actions">
						<ButtonLink href="/login">{signedIn ? 'Back To Dashboard' : 'Back To Login'}</ButtonLink>
					</div>
				</Engraved>
			</main>
		</div>
	)
}
