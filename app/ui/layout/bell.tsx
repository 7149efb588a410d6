import type { Role } from '~/domain/accounts/rules'
import { bellEntries, type WorklistCounts } from '~/domain/dashboard/worklists'
import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import { backPath, describeBell, invitationPath } from '~/domain/transfers/rules'
import { Icon } from '../icon'
import { Invitations } from '../selling/invitations'

export type Shown = {
	area: Role
	incoming: IncomingTransfers
	/** Other work waiting for an administrator. */
	waiting?: WorklistCounts | undefined
	/** Path and query of the page with the bell. */
	page: string
}

/**
 * The bell of the signed-in areas. A popover, so it opens without scripts; with them it checks for news every minute.
 */
export function Bell(shown: Shown) {
	const { area, page } = shown
	const count = bellCount(shown)
	return (
		<>
			<button
				type="button"
				id="bell-button"
				className="icon-btn relative"
				popoverTarget="bell"
				aria-label={describeBell(count)}
			>
				<Icon name="bell" />
				<span
					aria-hidden="true"
					className="figures absolute top-1 right-1 min-w-4.5 rounded-full bg-wine px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-white"
					id="bell-count"
					hidden={count === 0}
				>
					{count}
				</span>
			</button>
			<span className="sr-only" role="status" id="bell-status" />
			<bell-news
				id="bell"
				popover="auto"
				className="menu-pop p-4 text-sm"
				address={`/${area}/bell?${new URLSearchParams({ page })}`}
				state={bellState(shown)}
			>
				<BellList {...shown} />
			</bell-news>
		</>
	)
}

/** The list that the bell opens. */
export function BellList({ area, incoming: { count, newest }, waiting, page }: Shown) {
	const news = waiting ? bellEntries(waiting) : []
	if (count + news.length === 0) return <p className="text-muted">No new notifications</p>
	return (
		<>
			<p className="blinking mb-3 font-semibold">You have received a new notification</p>
			{news.length > 0 ? (
				<ul className="grid">
					{news.map(({ words, href }) => (
						<li key={href} className="border-t border-line">
							<a className="link inline-flex min-h-11 items-center" href={href}>
								{words}
							</a>
						</li>
					))}
				</ul>
			) : null}
			{count > 0 ? (
				<>
					<Invitations area={area} items={newest} count={count} returnTo={backPath(area, page)} />
					<p className="mt-3 border-t border-line pt-3">
						<a className="link" href={invitationPath(area)}>
							All invitations
						</a>
					</p>
				</>
			) : null}
		</>
	)
}

/** Counts all waiting items. */
export function bellCount({ incoming, waiting }: Pick<Shown, 'incoming' | 'waiting'>): number {
	return incoming.count + (waiting?.toReview ?? 0)
}

/** Returns a key that changes whenever the content of the bell does. */
export function bellState({ incoming, waiting }: Pick<Shown, 'incoming' | 'waiting'>): string {
	const invitations = incoming.newest.map(({ id, version }) => `${id}.${version}`)
	return [incoming.count, ...invitations, waiting?.toReview].join(' ')
}
