import type { CacheForGuests } from '~/server/http/guest-cache.server'
import { CancelLink, DialogPage } from '~/ui/forms/dialog-page'
import { Engraved } from '~/ui/grid/engraved'
import { pageMeta } from '~/ui/layout/page-meta'
import type { Route } from './+types/auctions'

export const handle = { cacheForGuests: { byProxies: true } satisfies CacheForGuests }

export const meta: Route.MetaFunction = ({ matches }) =>
	pageMeta(matches, {
		title: 'Auctions',
		description:
			'Luxury auctions, online and in the room, are being prepared. Owners have lifetime VIP access to them.',
		path: '/auctions',
	})

export default function Auctions() {
	return (
		<Engraved>
			<DialogPage title="Coming Soon!" documentTitle={null} backHref="/" narrow>
				<p>Our auction feature is under development. Stay tuned for exciting updates!</p>
				<p className="text-sm text-muted">
					Every owner of a pixel has lifetime VIP access.{' '}
					<a className="link whitespace-nowrap" href="/#grid">
						See the grid
					</a>
				</p>
				<div className="actions">
					<CancelLink href="/">Close</CancelLink>
				</div>
			</DialogPage>
		</Engraved>
	)
}
