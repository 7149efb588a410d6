import { forEveryGuest } from '~/server/guest-page.server'
import { ButtonLink } from '~/ui/button'
import { DialogPage } from '~/ui/dialog-page'
import { pageMeta } from '~/ui/page-meta'
import type { Route } from './+types/auctions'

export const middleware: Route.MiddlewareFunction[] = [forEveryGuest]

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta({
		title: 'Auctions',
		description:
			'Luxury auctions, online and in the room, are being prepared. Owners have lifetime VIP access to them.',
		path: '/auctions',
		origin: matches[0].loaderData.origin,
	})

export default function Auctions() {
	return (
		<div className="wrap py-16">
			<DialogPage title="Coming Soon!" backHref="/" narrow>
				<p>Our auction feature is under development. Stay tuned for exciting updates!</p>
				<div className="actions">
					<close-link>
						<ButtonLink variant="secondary" href="/">
							Close
						</ButtonLink>
					</close-link>
				</div>
			</DialogPage>
		</div>
	)
}
