import type { IncomingTransfers } from '~/domain/transfers/queries.server'
import { type Area, backPath, bellWords, invitationPath } from '~/domain/transfers/rules'
import { Icon } from './icon'
import { Invitations } from './invitations'

type Shown = {
	area: Area
	incoming: IncomingTransfers
	/** Path and query of the page that the bell stands on. */
	page: string
}

/** The bell of the signed-in areas. A popover, so it opens without scripts; with them it asks for news every minute. */
export function Bell(shown: Shown) {
	const { area, incoming, page } = shown
	const { count } = incoming
	return (
		<>
			<button
				type="button"
				className="icon-btn relative"
				popoverTarget="bell"
				aria-label={bellWords(count)}
				data-bell-button
			>
				<Icon name="bell" />
				<span
					aria-hidden="true"
					className="figures absolute top-1 right-1 min-w-4.5 rounded-full bg-wine px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-white"
					hidden={count === 0}
					data-bell-count
				>
					{count}
				</span>
			</button>
			<span className="sr-only" role="status" data-bell-news />
			<div
				id="bell"
				popover="auto"
				className="menu-pop p-4 text-sm"
				data-enhance="bell"
				data-news={`${invitationPath(area)}?${new URLSearchParams({ page })}`}
				data-state={bellState(incoming)}
			>
				<BellList {...shown} />
			</div>
		</>
	)
}

/** What the bell opens. */
export function BellList({ area, incoming: { count, newest }, page }: Shown) {
	if (count === 0) return <p className="text-muted">No new notifications</p>
	return (
		<>
			<p className="blinking mb-3 font-semibold">You have received a new notification</p>
			<Invitations area={area} items={newest} count={count} returnTo={backPath(area, page)} />
		</>
	)
}

/** Differs when what the bell shows differs. */
export function bellState({ count, newest }: IncomingTransfers): string {
	return [count, ...newest.map(({ id, version }) => `${id}.${version}`)].join(' ')
}
